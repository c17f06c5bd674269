import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { request } from 'node:http'
import { makeGguf } from '../../formats/src/samples/make-gguf.ts'
import type { ServerProcess } from '../../server/testing/processes/server-process.ts'

export type Source = { file: string; sizeBytes: number }
type File = { id: string; version: number; url: string; key: string; sha256: string | null }
type Begun = {
  id: string
  version: number
  url: string
  upload?: { id: string; partCount: number; partSizeBytes: number }
}

/** A file with a valid header and sparse data after it. */
export async function makeSparse(file: string, sizeBytes: number): Promise<Source> {
  const handle = await open(file, 'w')
  await handle.write(makeGguf())
  await handle.truncate(sizeBytes)
  await handle.close()
  return { file, sizeBytes }
}

export async function uploadWhole(server: ServerProcess, { file, sizeBytes }: Source): Promise<void> {
  const { id, version, url } = await begin(server, {})
  await put(url, file, 0, sizeBytes)
  await publish(server, { id, version, filename: 'bench.gguf' })
}

export async function begin(server: ServerProcess, details: { size?: number }): Promise<Begun> {
  const file = await currentFile(server)
  const begun = file
    ? await callJson(server, 'PUT', `/v1/files/${file.id}`, details)
    : await callJson(server, 'POST', '/v1/files', { filename: 'bench.gguf', name: 'Main LLM', ...details })
  return { id: file?.id ?? begun.file.id, version: (file?.version ?? 0) + 1, url: begun.url[0], upload: begun.upload }
}

export async function currentFile(server: ServerProcess): Promise<File | undefined> {
  return (await callJson(server, 'GET', '/v1/files')).data.files[0]
}

export async function publish(
  server: ServerProcess,
  body: { id: string; version: number; filename: string; uploadId?: string },
) {
  await callJson(server, 'PATCH', `/v1/files/${body.id}`, body)
}

export async function callJson(server: ServerProcess, method: string, location: string, body?: object) {
  const answer = await server.call(method, location, body)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${location} answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

export async function put(url: string, file: string, start: number, sizeBytes: number): Promise<void> {
  const source = createReadStream(file, { start, end: start + sizeBytes - 1, highWaterMark: 1024 * 1024 })
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request(url, { method: 'PUT', headers: { 'content-length': sizeBytes } }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode))
    })
    sent.once('error', reject)
    source.once('error', reject)
    source.pipe(sent)
  })
  if (status !== 204) throw new Error(`PUT answered ${status}`)
}
