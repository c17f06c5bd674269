import { expect, test } from 'vitest'
import { signedIn } from '../../../../testing/factories.ts'
import { faultRounds } from '../../../../testing/processes/fault-rounds.ts'
import { approve, listFiles, submitPrompt, startFilesApp } from '../../../../testing/files/files-app.ts'

test('of several decisions at the same time only one counts, and the served version is the decided one', async () => {
  const app = await startFilesApp({ PUBLISHING: 'two' })
  const { session, testApp, context } = app
  const [bo, cy] = [await signedIn(testApp, { role: 'super_admin' }), await signedIn(testApp)]
  await approve(bo, await submitPrompt(app, session, 'Prompt 1.'))
  await approve(bo, await submitPrompt(app, session, 'Prompt 2.', await currentFile()))

  for (let round = 0; round < faultRounds * 5; round += 1) {
    const before = await currentFile()
    const path = `/v1/files/${before.id}/versions`
    const staged = await submitPrompt(app, session, `Staged ${round}.`, before)
    for (const person of [bo, cy]) await person.call('POST', `${staged.url}/opened-texts`, { template: null })
    const reason = 'Something is wrong.'
    const others = [
      () => cy.call('POST', `${staged.url}/approval`, staged.seen),
      () => cy.call('POST', `${staged.url}/rejection`, { reason }),
      () => bo.call('POST', `${path}/1/restore`, { reason, replaces: before.version }),
      () => bo.call('POST', `${path}/${before.version}/withdrawal`, { reason, goBackTo: 1 }),
      () => submitPrompt(app, session, `Later ${round}.`, before).then(() => ({ statusCode: 202 })),
    ]
    const rival = others[round % others.length]
    if (!rival) throw new Error('No rival')
    const [approval, other] = await Promise.all([
      bo.call('POST', `${staged.url}/approval`, staged.seen),
      rival().catch((error: Error) => ({
        statusCode: /answered (\d+)/.exec(error.message)?.[1] === '409' ? 409 : 500,
      })),
    ])
    expect([approval.statusCode, other.statusCode].filter((status) => status >= 400)).toEqual([409])
    const current = await currentFile()
    const rows = await context.db
      .selectFrom('fileVersions')
      .select(['number', 'state'])
      .where('number', '>=', staged.version)
      .execute()
    const state = rows.find(({ number }) => number === staged.version)?.state
    expect(current.version === staged.version).toBe(state === 'published')
    const waiting = rows.filter((row) => row.state === 'awaiting_approval')
    expect(waiting.length).toBeLessThan(2)
  }

  async function currentFile() {
    const [file] = await listFiles(session)
    if (!file) throw new Error('No file')
    return file
  }
})
