import type { FileUpload } from '@health-console/contract/files/files.ts'
import { expect, test } from 'vitest'
import { signedIn } from '../../../../testing/factories.ts'
import { ggufOf, put, startFilesApp, storedKeys } from '../../../../testing/files/files-app.ts'

test('[files-20] uploads begun without a size are listed, named at the limit, and can be cancelled', async () => {
  const app = await startFilesApp()
  const { session } = app
  const begin = () => session.call('POST', '/v1/files', { filename: 'a.gguf', name: 'Main LLM' })
  const begun = await Promise.all(Array.from({ length: 19 }, begin))
  const id = begun[0]?.json().file.id
  const url = (await session.call('PUT', `/v1/files/${id}`, undefined)).json().url[0]
  await put(url, ggufOf(10_000))

  const list = async () => (await session.call('GET', '/v1/file-uploads')).json().data
  const listed = await list()
  expect(listed).toHaveLength(20)
  const plan = { sizeBytes: null, partSizeBytes: null, partCount: null }
  expect(listed[0]).toMatchObject({ fileId: id, type: 'gguf', filename: '', ...plan })
  expect(listed[1]).toMatchObject({ fileId: id, type: 'gguf', filename: 'a.gguf', ...plan })

  const { error } = (await begin()).json()
  expect(error.message).toContain('You have 20 unfinished uploads: a .gguf file, a.gguf (19). ')
  expect(error.fields).toEqual(
    listed.map((upload: FileUpload) => ({
      path: `uploads.${upload.id}`,
      message: upload.filename || 'a .gguf file',
    })),
  )

  const own = `/v1/file-uploads/${listed[0].id}`
  expect((await session.call('GET', own)).json()).toEqual({ data: { upload: listed[0], parts: [] } })
  const inParts = await session.call('POST', `${own}/part-urls`, { parts: [{ partNumber: 1 }] })
  expect(inParts.json().error).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('without its size'),
  })
  const stranger = await signedIn(app.testApp)
  expect((await stranger.call('DELETE', own)).statusCode).toBe(404)
  expect(await storedKeys(app)).toHaveLength(1)
  expect((await session.call('DELETE', own)).statusCode).toBe(204)
  expect(await storedKeys(app)).toEqual([])
  expect(await list()).toEqual(listed.slice(1))
  expect((await begin()).statusCode).toBe(200)
})
