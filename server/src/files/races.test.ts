import { expect, test } from 'vitest'
import { signedIn } from '../testing/factories.ts'
import { ggufOf, startFilesApp, uploadFirst } from './testing/files-app.ts'

const pairs = 200

test(`${pairs} pairs of re-uploads at once never give one number twice`, { timeout: 180_000 }, async () => {
  const app = await startFilesApp()
  const people = [app.session, await signedIn(app.testApp)]
  const { id } = (await uploadFirst(app.session, 'a.gguf', ggufOf(0))).json()
  const content = ggufOf(0)
  const upload = async (person: (typeof people)[number]) => {
    const { url } = (await person.call('PUT', `/v1/files/${id}`)).json()
    const { pathname, search } = new URL(url[0])
    const sent = await app.testApp.app.inject({ method: 'PUT', url: pathname + search, body: content })
    if (sent.statusCode !== 204) throw new Error(`the upload answered ${sent.statusCode}: ${sent.body}`)
  }
  for (let version = 2; version < pairs + 2; version += 1) {
    await Promise.all(people.map(upload))
    const body = { id, version, filename: 'a.gguf' }
    const answers = await Promise.all(people.map((person) => person.call('PATCH', `/v1/files/${id}`, body)))
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 409])
    expect(answers.find((answer) => answer.statusCode === 200)?.json()).toMatchObject({ version })
  }
  const history = (await app.session.call('GET', `/v1/files/${id}/versions`)).json().data
  expect(history.map(({ version }: { version: number }) => version)).toEqual(
    Array.from({ length: pairs + 1 }, (_, index) => pairs + 1 - index),
  )
})

test('one upload is published once, however often it is asked for', async () => {
  const { session } = await startFilesApp()
  const { id } = (await uploadFirst(session, 'a.gguf', ggufOf(0))).json()
  const { url } = (await session.call('PUT', `/v1/files/${id}`)).json()
  await fetch(url[0], { method: 'PUT', body: new Uint8Array(ggufOf(10)) })
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => session.call('PATCH', `/v1/files/${id}`, { id, version: 2, filename: 'a.gguf' })),
  )
  const statuses = answers.map((answer) => answer.statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.every((status) => [200, 404, 409].includes(status))).toBe(true)
})
