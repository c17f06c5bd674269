import { execFileSync } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../../../testing/engines/engines.ts'
import { type ServerProcess, startServerProcess } from '../../../../testing/processes/server-process.ts'
import { ggufOf, partOf, put } from '../../../../testing/files/files-app.ts'

let server: ServerProcess | undefined
let database: Awaited<ReturnType<typeof freshDatabase>> | undefined

afterEach(async () => {
  await server?.kill()
  await database?.remove()
})

test.runIf(process.platform === 'linux')(
  'an upload that fills the disk is rejected, and the previous version is still served (only on Linux)',
  async () => {
    database = await freshDatabase()
    const running = (server = await startServerProcess(database, { UPLOAD_PART_MB: '5', LOG_LEVEL: 'error' }))
    const call = async (method: string, path: string, body?: object) => {
      const answer = await running.call(method, path, body)
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
    }
    const small = ggufOf(100_000)
    const created = (await call('POST', '/v1/files', { filename: 'a.gguf', name: 'Main LLM' })).body
    expect((await put(created.url[0], small)).status).toBe(204)
    const { id } = created.file
    const first = (await call('PATCH', `/v1/files/${id}`, { id, version: 1, filename: 'a.gguf' })).body

    // For a program, a limit on the file size has the same effect as a full disk.
    execFileSync('prlimit', ['--pid', String(running.pid), `--fsize=${8 * 2 ** 20}:`])
    const large = ggufOf(12 * 2 ** 20)
    const untold = (await call('PUT', `/v1/files/${id}`)).body
    const rejected = await put(untold.url[0], new Blob([new Uint8Array(large)]).stream())
    expect(rejected.status).toBe(507)
    expect(await rejected.json()).toMatchObject({
      error: { code: 'storage_full', message: 'The file storage is full. The file wasn’t saved.' },
    })
    const logged = `The file storage ${database.dataDir}/files has no space left. Free up space`
    await vi.waitFor(() => expect(running.output()).toContain(logged), { timeout: 60_000 })
    const answer = (await call('PUT', `/v1/files/${id}`, { size: large.length })).body
    const parts = { parts: [{ partNumber: 1 }] }
    expect((await call('POST', `/v1/file-uploads/${answer.upload.id}/part-urls`, parts)).status).toBe(507)

    expect((await call('GET', '/v1/files')).body.data.files).toEqual([first])
    const served = await running.call('GET', new URL(first.url).pathname)
    expect(Buffer.from(await served.arrayBuffer()).equals(small)).toBe(true)

    execFileSync('prlimit', ['--pid', String(running.pid), '--fsize=unlimited:'])
    const again = (await call('POST', `/v1/file-uploads/${answer.upload.id}/part-urls`, parts)).body
    expect((await put(again.data.parts[0].url, partOf(large, 1))).status).toBe(204)
  },
)
