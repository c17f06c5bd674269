import { type FileRelease, maxPromptTextBytes, type ModelFile } from '@health-console/contract/files/files.ts'
import { makeGguf } from '@health-console/formats/samples/make-gguf.ts'
import { expect, test } from 'vitest'
import { ownerKey } from '../ownership/owner.ts'
import { type Session, signedIn } from '../../../../testing/factories.ts'
import {
  approve,
  finishHashing,
  ggufOf,
  listFiles,
  startFilesApp,
  submitPrompt,
  uploadFirst,
  uploadNext,
} from '../../../../testing/files/files-app.ts'

const dayMs = 86_400_000

async function releasesOf(session: Session): Promise<FileRelease[]> {
  return (await session.call('GET', '/v1/files')).json().data.releases
}

test('[files-26] the list of files says which current versions are signed, and how many checks they passed', async () => {
  const { session, context } = await startFilesApp()
  await uploadFirst(session, 'model.gguf', ggufOf(5_000))
  await finishHashing({ context })
  expect(await listFiles(session)).toMatchObject([{ isSigned: true, checks: 11 }])
  // A version whose hash is still being computed is not signed, and its hash is not compared.
  await context.db.deleteFrom('fileSignatures').execute()
  await context.db.updateTable('fileVersions').set({ sha256: null }).execute()
  expect(await listFiles(session)).toMatchObject([{ isSigned: false, checks: 10 }])
})

test('[files-27] releases of the last 90 days and the current versions are listed, newest first, with what came before them', async () => {
  const app = await startFilesApp({ PUBLISHING: 'two' })
  const { session, testApp, context } = app
  const other = await signedIn(testApp, { fullName: 'Bo Second', role: 'super_admin' })
  await approve(other, await submitPrompt(app, session, 'One.'))
  const [file] = await listFiles(session)
  if (!file) throw new Error('No file')
  const second = await submitPrompt(app, session, 'Two.', file)
  await other.call('POST', `${second.url}/rejection`, { reason: 'Too short.' })
  await approve(other, await submitPrompt(app, session, 'Three.', file))
  const reason = 'It is worse.'
  expect(
    (await session.call('POST', `/v1/files/${file.id}/versions/3/withdrawal`, { reason, goBackTo: 1 })).statusCode,
  ).toBe(200)
  const shown = async () => (await releasesOf(session)).map(({ version, state, before }) => [version, state, before])
  expect(await shown()).toEqual([
    [4, 'published', 3],
    [3, 'withdrawn', 1],
    [2, 'rejected', 1],
    [1, 'published', null],
  ])
  const [, withdrawn] = await releasesOf(session)
  expect(withdrawn).toMatchObject({ name: 'Prompt file', type: 'txt', uploadedBy: { fullName: 'Ada Lovelace' } })
  expect(withdrawn?.decisions).toMatchObject([{ decision: 'approve', by: { fullName: 'Bo Second' } }, { reason }])

  // A version that is older is listed while it is current, or if it was withdrawn recently.
  const old = context.now() - 91 * dayMs
  await context.db.updateTable('fileVersions').set({ createdAtMs: old }).execute()
  expect((await shown()).map(([version]) => version)).toEqual([4, 3, 2, 1])
  await context.db.updateTable('fileDecisions').set({ decidedAtMs: old }).where('number', '!=', 3).execute()
  expect((await shown()).map(([version]) => version)).toEqual([4, 3])
})

test('[files-27] a release says which facts differ from the version that was current before it', async () => {
  const { session, context } = await startFilesApp()
  const model = (quantisation: string, contextLength?: number) =>
    Buffer.from(makeGguf({ quantisation, ...(contextLength && { contextLength }) }))
  const first = (await uploadFirst(session, 'model.gguf', model('Q4_0'))).json()
  const second = (await uploadNext(session, first, 'model.gguf', model('Q4_K_M', 2048))).json()
  await uploadNext(session, second, 'other-name.gguf', model('Q4_K_M', 2048))
  const changed = async () =>
    (await releasesOf(session)).map(({ type, version, changes }) => [`${type} ${version}`, changes])
  expect(Object.fromEntries(await changed())).toEqual({
    'gguf 3': [],
    'gguf 2': [
      { fact: 'quantisation', from: 'Q4_0', to: 'Q4_K_M' },
      { fact: 'contextLength', from: null, to: 2048 },
    ],
    'gguf 1': [],
  })

  // Facts that are too long for a list are left out.
  const facts = JSON.stringify({ quantisation: 'Q8_0', notices: ['x'.repeat(65_536)] })
  await context.db.updateTable('fileVersions').set({ facts }).where('number', '=', 1).execute()
  expect((await changed()).every(([, changes]) => changes?.length === 0)).toBe(true)
})

test('[files-27] a release of a prompt says how many lines were added and removed', async () => {
  const { session, context } = await startFilesApp()
  const upload = async (before: ModelFile, text: string): Promise<ModelFile> =>
    (await uploadNext(session, before, 'prompt.txt', Buffer.from(text))).json()
  const first = (await uploadFirst(session, 'prompt.txt', Buffer.from('One.\nTwo.\n'))).json()
  const second = await upload(first, 'One.\nThree.\nFour.\n')
  const third = await upload(second, 'x'.repeat(maxPromptTextBytes + 1))
  await upload(third, 'One.\n')
  const shown = async () =>
    Object.fromEntries((await releasesOf(session)).map(({ version, changedLines }) => [version, changedLines]))
  // Longer texts are not compared.
  expect(await shown()).toEqual({ 4: null, 3: null, 2: { added: 2, removed: 1 }, 1: null })

  // What was counted from a version that was not current before is not shown.
  await context.db.updateTable('fileVersions').set({ state: 'rejected' }).where('number', '=', 1).execute()
  expect(await shown()).toMatchObject({ 2: null })

  // A lost version does not prevent the next one.
  for await (const { key } of context.storage.listObjects()) if (key !== ownerKey) await context.storage.remove(key)
  expect((await upload({ ...first, version: 4 }, 'Two.\n')).version).toBe(5)
  expect(await shown()).toMatchObject({ 5: null })
})

test('at most 100 releases are listed', async () => {
  const { session, context } = await startFilesApp()
  await uploadFirst(session, 'prompt.txt', Buffer.from('One.'))
  const [row] = await context.db.selectFrom('fileVersions').selectAll().execute()
  if (!row) throw new Error('No version')
  const copies = Array.from({ length: 120 }, (_, index) => ({ ...row, number: index + 2 }))
  await context.db.insertInto('fileVersions').values(copies).execute()
  const releases = await releasesOf(session)
  expect(releases).toHaveLength(100)
  expect(releases[0]).toMatchObject({ version: 121, before: 120 })
})
