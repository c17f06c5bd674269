import { expect, test } from 'vitest'
import { signedIn } from '../../../../testing/factories.ts'
import { faultRounds } from '../../../../testing/processes/fault-rounds.ts'
import { finishUpload } from './finish-upload.ts'
import { beginPlanned, ggufOf, sendPart, startFilesApp, uploadFirst } from '../../../../testing/files/files-app.ts'
import { findUpload } from './store.ts'
import { objectKeyOf } from '../versions/object-key.ts'

const pairs = faultRounds * 10

test('concurrent uploads of a new version never get the same number', async () => {
  const app = await startFilesApp()
  const people = [app.session, await signedIn(app.testApp)]
  const { id } = (await uploadFirst(app.session, 'a.gguf', ggufOf(0))).json()
  const content = ggufOf(0)
  const upload = async (person: (typeof people)[number]) => {
    const { url } = (await person.call('PUT', `/v1/files/${id}`)).json()
    const { pathname, search } = new URL(url[0])
    const [, uploadId] = /file-uploads\/([^/]+)/.exec(pathname) ?? []
    const sent = await app.testApp.app.inject({ method: 'PUT', url: pathname + search, body: content })
    if (sent.statusCode !== 204) throw new Error(`the upload answered ${sent.statusCode}: ${sent.body}`)
    return () => person.call('DELETE', `/v1/file-uploads/${uploadId}`)
  }
  for (let version = 2; version < pairs + 2; version += 1) {
    const cancellations = await Promise.all(people.map(upload))
    const body = { id, version, filename: 'a.gguf' }
    const answers = await Promise.all(people.map((person) => person.call('PATCH', `/v1/files/${id}`, body)))
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 409])
    expect(answers.find((answer) => answer.statusCode === 200)?.json()).toMatchObject({ version })
    await Promise.all(cancellations.map((cancel) => cancel()))
  }
  const history = (await app.session.call('GET', `/v1/files/${id}/versions`)).json().data
  expect(history.map(({ version }: { version: number }) => version)).toEqual(
    Array.from({ length: pairs + 1 }, (_, index) => pairs + 1 - index),
  )
})

test('many requests to publish one upload publish it once, and its object stays', async () => {
  const { session, context } = await startFilesApp()
  const content = ggufOf(10)
  for (let version = 1; version <= 10; version += 1) {
    const { upload } = await beginPlanned(session, content)
    await sendPart(session, upload.id, 1, content)
    const body = { id: upload.fileId, version, filename: 'a.gguf', uploadId: upload.id }
    const answers = await Promise.all([1, 2, 3, 4].map(() => session.call('PATCH', `/v1/files/${upload.fileId}`, body)))
    const statuses = answers.map((answer) => answer.statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.every((status) => [200, 409].includes(status))).toBe(true)
    const reasons = [
      'The upload is being completed. Try again in a moment.',
      `The next version is ${version + 1}: another admin may have published one in the meantime. Check it first.`,
    ]
    expect(reasons).toEqual(expect.arrayContaining(answers.flatMap((answer) => answer.json().error?.message ?? [])))
    expect(await context.storage.head(objectKeyOf(upload))).not.toBeNull()
  }
})

test('a request to publish an upload that another request has published does not remove it', async () => {
  const { session, context } = await startFilesApp()
  const content = ggufOf(10)
  const { upload, version } = await beginPlanned(session, content)
  await sendPart(session, upload.id, 1, content)
  const known = await findUpload(context.db, upload.id)
  if (!known) throw new Error('The upload is not there')
  const body = { id: upload.fileId, version, filename: 'a.gguf', uploadId: upload.id }
  expect((await session.call('PATCH', `/v1/files/${upload.fileId}`, body)).statusCode).toBe(200)
  await expect(finishUpload(context, known)).rejects.toThrow('This upload no longer exists.')
  expect(await context.storage.head(objectKeyOf(upload))).not.toBeNull()
})
