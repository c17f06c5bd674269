import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ByteWriter, concat } from '@health-console/formats/samples/byte-writer.ts'
import { makeGguf } from '@health-console/formats/samples/make-gguf.ts'
import { bytesField, bytesHeader, makeOnnx, message, varintField } from '@health-console/formats/samples/make-onnx.ts'
import { mutate } from '@health-console/formats/samples/mutate.ts'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { signedIn } from '../../../../testing/factories.ts'
import { faultRounds } from '../../../../testing/processes/fault-rounds.ts'
import { dataOf, type HttpBrowser, httpBrowser, startRealServer } from '../../../../testing/processes/real-server.ts'

const mib = 2 ** 20
const each = 20 * faultRounds
/** Other limits stop a reader long before; a reader that trusted one of these counts would need gigabytes. */
const mostMemory = 400 * mib

const ggufHead = (tensors: bigint, entries: bigint) => new ByteWriter().text('GGUF').u32(3).u64(tensors).u64(entries)

/** Text that states a length but has no content. */
const longText = (writer: ByteWriter) => writer.u64(2n ** 62n)

/** Each states something that it does not contain, or contains too much of something small. */
const crafted: Record<'gguf' | 'onnx', Uint8Array[]> = {
  gguf: [
    ggufHead(2n ** 64n - 1n, 0n).finish(),
    ggufHead(0n, 2n ** 64n - 1n).finish(),
    longText(ggufHead(0n, 1n)).finish(),
    makeGguf({ tensors: Array.from({ length: 70_000 }, (_, n) => ({ name: `t${n}`, dimensions: [32], type: 'F32' })) }),
    makeGguf({ vocabulary: Array.from({ length: 200_000 }, (_, n) => `\u202e<script>${n}`) }),
    makeGguf({ name: `<img src=x onerror=alert(1)>${'A'.repeat(mib)}` }),
  ],
  onnx: [
    message(varintField(1, 8), bytesHeader(7, 2n ** 64n - 1n)),
    message(varintField(1, 8), nested(2_000)),
    concat([varintField(1, 8), ...Array.from({ length: 200_000 }, () => bytesField(7, new Uint8Array(0)))]),
    concat(Array.from({ length: 500_000 }, () => varintField(1, 2n ** 64n - 1n))),
  ],
}

/** A graph nested in a graph in a graph. */
function nested(depth: number): Uint8Array {
  let inner: Uint8Array = new Uint8Array(0)
  for (let level = 0; level < depth; level += 1) inner = bytesField(7, inner)
  return inner
}

const valid = { gguf: makeGguf({ name: 'Triage', vocabulary: ['a', 'b'] }), onnx: makeOnnx() }

test.each(['gguf', 'onnx'] as const)(
  'the real server rejects hostile %s files with a reason, serves other requests, and keeps the previous version',
  async (type) => {
    const testApp = await buildTestApp()
    const { cookies } = await signedIn(testApp)
    const server = await startRealServer(testApp)
    const browser = httpBrowser(server, cookies)
    expect(await upload(browser, type, valid[type])).toBe(200)
    const published = async () => {
      const file = await findFile(browser, type)
      if (!file) throw new Error('the file is gone')
      return file
    }

    let version = 1
    let kept: Uint8Array = valid[type]
    const seeds = Array.from({ length: each }, (_, n) => mutate(valid[type], n + 1))
    for (const [index, bytes] of [...crafted[type], ...seeds].entries()) {
      const [status, health] = await Promise.all([
        upload(browser, type, bytes),
        fetch(`${server.url}/healthz`).then((answer) => answer.status),
      ])
      expect(health).toBe(200)
      expect([200, 422], `file ${index}`).toContain(status)
      if (status === 200) [version, kept] = [version + 1, bytes]
      const current = await published()
      expect(current.version).toBe(version)
      if (status === 422) await expectContent(browser, new URL(current.url, server.url), kept)
    }
    expect(version).toBeLessThan(1 + crafted[type].length + each)
    expect(peakMemoryOf(server.pid)).toBeLessThan(mostMemory)
  },
)

type ModelFile = { id: string; type: string; version: number; url: string }

async function findFile(browser: HttpBrowser, type: string): Promise<ModelFile | undefined> {
  const { files } = await dataOf<{ files: ModelFile[] }>(browser.call('GET', '/v1/files'))
  return files.find((file) => file.type === type && file.id)
}

/** Uploads and publishes as a client that knows only the basic requests. @returns the status of the last request */
async function upload(browser: HttpBrowser, type: 'gguf' | 'onnx', content: Uint8Array): Promise<number> {
  const filename = `model.${type}`
  const current = await findFile(browser, type)
  const begun = current
    ? await browser.call('PUT', `/v1/files/${current.id}`)
    : await browser.call('POST', '/v1/files', { filename, name: 'Model' })
  expect(begun.status).toBe(200)
  const { url, file } = (await begun.json()) as { url: [string]; file?: { id: string } }
  const headers = { 'content-type': 'application/octet-stream' }
  const sent = await fetch(url[0], { method: 'PUT', headers, body: Buffer.from(content) })
  if (!sent.ok) return sent.status
  const id = current?.id ?? file?.id
  const body = { id, version: (current?.version ?? 0) + 1, filename }
  return (await browser.call('PATCH', `/v1/files/${id}`, body)).status
}

async function expectContent(browser: HttpBrowser, { pathname, search }: URL, content: Uint8Array): Promise<void> {
  const answer = await browser.call('GET', `${pathname}${search}`)
  expect(answer.status).toBe(200)
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
}

const peakMemoryOf = (pid: number) =>
  process.platform === 'linux'
    ? Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
    : 0
