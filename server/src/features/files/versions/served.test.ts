import { makeGguf } from '@health-console/formats/samples/make-gguf.ts'
import { expect, test } from 'vitest'
import { signedIn } from '../../../../testing/factories.ts'
import { toObjectKey } from '../../../core/storage/object-key.ts'
import {
  approve,
  finishHashing,
  listFiles,
  submitPrompt,
  startFilesApp,
  uploadFirst,
} from '../../../../testing/files/files-app.ts'
import { publishCommand } from '../approval/publish-command.ts'

const reason = 'It names diagnoses.'
const missing = /^The content of .* is missing in the file storage/

/**
 * A prompt whose versions were published, withdrawn, published again (the current one), rejected, replaced and
 * submitted for approval.
 */
async function promptInAllStates() {
  const app = await startFilesApp({ PUBLISHING: 'two' })
  const { session, testApp } = app
  const other = await signedIn(testApp, { role: 'super_admin' })
  await approve(other, await submitPrompt(app, session, 'One.'))
  const [file] = await listFiles(session)
  if (!file) throw new Error('No file')
  const second = (await approve(other, await submitPrompt(app, session, 'Two.', file))).json()
  const back = { reason, goBackTo: 1 }
  const third = (await other.call('POST', `/v1/files/${file.id}/versions/2/withdrawal`, back)).json()
  const fourth = await submitPrompt(app, session, 'Four.', { ...second, version: third.version })
  await other.call('POST', `${fourth.url}/rejection`, { reason })
  await submitPrompt(app, session, 'Five.', { ...second, version: third.version })
  await submitPrompt(app, session, 'Six.', { ...second, version: third.version })
  const paths = Array.from({ length: 6 }, (_, index) => `/v1/files/${file.id}/versions/${index + 1}`)
  return { app, other, paths }
}

test('a prompt is served according to its state: withdrawn, rejected and replaced ones never, one awaiting approval in its review', async () => {
  const { app, other, paths } = await promptInAllStates()
  const statuses = async (ask: (path: string) => Promise<{ statusCode: number }>) =>
    Promise.all(paths.map(async (path) => (await ask(path)).statusCode))
  expect(await statuses((path) => other.call('GET', `${path}/download`))).toEqual([200, 410, 200, 409, 409, 409])
  expect(await statuses((path) => other.call('GET', `${path}/text`))).toEqual([200, 410, 200, 409, 409, 409])
  const read = app.context.db.selectFrom('auditEvents').select('outcome').where('action', '=', 'files.read_text')
  expect(await read.execute()).toEqual([{ outcome: 'ok' }, { outcome: 'ok' }])
  const open = (path: string) => other.call('POST', `${path}/opened-texts`, { template: null })
  expect(await statuses(open)).toEqual([409, 410, 409, 409, 409, 200])
})

test('the chat templates of a model that is not published can be read only in its review', async () => {
  const app = await startFilesApp({ PUBLISHING: 'two' })
  const other = await signedIn(app.testApp)
  const content = Buffer.from(makeGguf({ templates: { '': '{{ messages }}' } }))
  const { fileId } = (await uploadFirst(app.session, 'a.gguf', content)).json()
  const url = `/v1/files/${fileId}/versions/1`
  const templates = async () => (await other.call('GET', `${url}/facts`)).json().data.templates
  expect(await templates()).toEqual([{ name: '', text: null }])
  const opened = await other.call('POST', `${url}/opened-texts`, { template: '' })
  expect(opened.json()).toEqual({ data: { text: '{{ messages }}' } })
  await finishHashing(app)
  const [{ sha256 }] = (await other.call('GET', `/v1/files/${fileId}/versions`)).json().data
  expect((await other.call('POST', `${url}/approval`, { sha256, replaces: 0 })).statusCode).toBe(200)
  expect(await templates()).toEqual([{ name: '', text: '{{ messages }}' }])
})

test(
  'a version whose content is missing in the storage cannot be approved, published without approval, or restored',
  { tags: 'postgres' },
  async () => {
    const { app, other, paths } = await promptInAllStates()
    const { context } = app
    const rows = await context.db.selectFrom('fileVersions').select(['number', 'objectKey', 'sha256']).execute()
    for (const { objectKey } of rows) await context.storage.remove(toObjectKey(objectKey))
    const [first = '', , , , , staged = ''] = paths
    const seen = { sha256: rows.find(({ number }) => number === 6)?.sha256, replaces: 3 }
    const back = { reason, replaces: 3 }
    const answers = [
      await other.call('POST', `${staged}/approval`, seen),
      await other.call('POST', `${first}/restore`, back),
      await other.call('GET', `${first}/text`),
      await other.call('GET', `${first}/download`),
      await other.call('POST', `${staged}/opened-texts`, { template: null }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409, 404, 404, 404])
    for (const answer of answers) expect(answer.json().error.message).toMatch(missing)
    const args = ['--alone', '--type', 'txt', '--version', '6', '--reason', reason]
    await expect(publishCommand.run(context, args)).rejects.toThrow(missing)
  },
)
