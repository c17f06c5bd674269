import { makeGguf } from '@health-console/formats/samples/make-gguf.ts'
import { makeOnnx } from '@health-console/formats/samples/make-onnx.ts'
import { expect, test } from 'vitest'
import { ggufOf, startFilesApp, uploadFirst, uploadNext } from '../../../../testing/files/files-app.ts'

test('the facts of a version are read from its content, with anything unusual', async () => {
  const { session } = await startFilesApp()
  const content = makeGguf({ architecture: 'brain3', templates: { '': '{{ messages }}' }, contextLength: 2048 })
  const { id } = (await uploadFirst(session, 'a.gguf', Buffer.from(content))).json()
  const facts = async (version: number) =>
    (await session.call('GET', `/v1/files/${id}/versions/${version}/facts`)).json()
  expect((await facts(1)).data).toMatchObject({
    kind: 'gguf',
    architecture: 'brain3',
    contextLength: 2048,
    templates: [{ name: '', text: '{{ messages }}' }],
    notices: ['The architecture “brain3” is unknown. Check that your software supports it.'],
  })
  expect((await session.call('GET', `/v1/files/${id}/versions/2/facts`)).statusCode).toBe(404)
})

test('the history shows which versions have the same bytes, once they are hashed', async () => {
  const { session } = await startFilesApp()
  const [one, other] = [ggufOf(5_000), ggufOf(5_000, 2)]
  const { id } = (await uploadFirst(session, 'a.gguf', one)).json()
  for (const [version, content] of [other, one, one].entries())
    await uploadNext(session, { id, version: version + 1 }, 'a.gguf', content)
  const { data } = (await session.call('GET', `/v1/files/${id}/versions`)).json()
  expect(data.map(({ sameAs }: { sameAs: number | null }) => sameAs)).toEqual([1, 1, null, null])
})

test('the facts are stored with a version, so that neither its file nor that of a restored version is read again', async () => {
  const { session, context } = await startFilesApp()
  const first = (await uploadFirst(session, 'a.gguf', Buffer.from(makeGguf({ contextLength: 2048 })))).json()
  const second = (await uploadNext(session, first, 'a.gguf', ggufOf(5_000))).json()
  await session.call('POST', `/v1/files/${first.id}/versions/1/restore`, { reason: 'It was better.', replaces: 2 })
  for (const { key } of [first, second]) await context.storage.remove(key)
  const { data } = (await session.call('GET', `/v1/files/${first.id}/versions/3/facts`)).json()
  expect(data).toMatchObject({ kind: 'gguf', contextLength: 2048 })
})

test.each([
  ['part.gguf', makeGguf({ numbers: { 'split.no': 1, 'split.count': 3 } }), /^This is part 2 of 3/],
  ['empty.gguf', makeGguf({ tensors: [] }), /contains no weights/],
  ['runs.gguf', makeGguf({ templates: { '': "{{ ''.__class__ }}" } }), /could run other programs/],
  [
    'outside.onnx',
    makeOnnx({ graphFields: Buffer.from([0x2a, 0x06, 0x10, 0x01, 0x70, 0x01, 0x42, 0x00]) }),
    /in another file/,
  ],
  ['prompt.txt', Buffer.from('{\\rtf1 You are kind.}'), /^This is an RTF document/],
  ['prompt.txt', Buffer.from('\ufeffYou are kind.', 'utf16le'), /Save it as UTF-8 and choose it again/],
])('a file that can never run is not published: %s', async (filename, content, message) => {
  const { session } = await startFilesApp()
  const answer = await uploadFirst(session, filename, Buffer.from(content))
  expect(answer.statusCode).toBe(422)
  expect(answer.json().error.message).toMatch(message)
  expect((await session.call('GET', '/v1/files')).json().data.files).toEqual([])
})
