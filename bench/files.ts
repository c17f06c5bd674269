// Model files over HTTP: uploading 2 GB compared with cp + fsync + sha256sum, and the server's memory for 2 GB and 15
// GB, up and down
import { execFileSync } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { get } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeGguf } from '../formats/src/samples/make-gguf.ts'
import { zeros } from '../server/testing/storage/streams.ts'
import { type ServerProcess, startServerProcess } from '../server/testing/processes/server-process.ts'
import { newFolder } from './support/folder.ts'
import { memoryBytes } from './support/memory.ts'
import { copyPlainly } from './support/plain-copy.ts'
import { seconds } from './support/times.ts'
import {
  begin,
  callJson,
  currentFile,
  makeSparse,
  publish,
  put,
  type Source,
  uploadWhole,
} from './support/upload-model.ts'

const gigabyte = 1e9
const partsAtOnce = 3
const rounds = 3

type Upload = (server: ServerProcess, source: Source) => Promise<void>

const folder = newFolder()
const dataDir = path.join(folder, 'data')
let server = await startServerProcess({ dataDir, databaseUrl: undefined })
try {
  const small = await makeSource('small', 1_000_000)
  await uploadWhole(server, small)
  const large = await makeSource('large', 2 * gigabyte)
  await compareSpeed(server, large)
  // Measured on a fresh server and an empty data folder.
  for (const source of [large, await makeSparse(path.join(folder, 'huge'), 15 * gigabyte)]) {
    for (const upload of [uploadWhole, uploadInParts]) {
      await server.stop()
      await rm(dataDir, { recursive: true })
      server = await startServerProcess({ dataDir, databaseUrl: undefined })
      await upload(server, small)
      await measureMemory(server, memoryBytes(server.pid, 'VmRSS'), upload, source)
    }
  }
} finally {
  await server.stop()
}

/** The second contestant may have to wait for the first one's data to reach the disk, so the order alternates. */
async function compareSpeed(server: ServerProcess, source: Source): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    const times: { [name: string]: number } = {}
    const contestants: [string, () => Promise<void>][] = [
      ['plain', async () => copyPlainly(source.file)],
      ['whole', () => uploadWhole(server, source)],
      ['parts', () => uploadInParts(server, source)],
    ]
    for (let place = 0; place < contestants.length; place += 1) {
      const [name, work] = contestants[(place + round) % contestants.length] ?? ['', async () => {}]
      times[name] = await seconds(work)
      await removeOlderObjects(server)
    }
    const { plain = 0, whole = 0, parts = 0 } = times
    console.log(
      `round ${round}: cp + fsync + sha256sum ${plain.toFixed(1)} s; ` +
        `one request until published ${whole.toFixed(1)} s, ratio ${(plain / whole).toFixed(2)}; ` +
        `parts until the hash is known ${parts.toFixed(1)} s, ratio ${(plain / parts).toFixed(2)} (each at least 0.5)`,
    )
  }
}

/** Keeps the disk from filling up; these objects are no longer needed. */
async function removeOlderObjects(server: ServerProcess): Promise<void> {
  const { key = '' } = (await currentFile(server)) ?? {}
  const objects = path.join(folder, 'data', 'files', 'models')
  execFileSync('find', [objects, '-type', 'f', '!', '-name', path.basename(key), '-delete'])
}

async function uploadInParts(server: ServerProcess, { file, sizeBytes }: Source): Promise<void> {
  const { id, version, upload } = await begin(server, { size: sizeBytes })
  if (upload === undefined) throw new Error('The server has no plan for the parts')
  const waiting = Array.from({ length: upload.partCount }, (_, index) => index + 1).values()
  const send = async () => {
    for (const partNumber of waiting) {
      const parts = { parts: [{ partNumber }] }
      const { data } = await callJson(server, 'POST', `/v1/file-uploads/${upload.id}/part-urls`, parts)
      const start = (partNumber - 1) * upload.partSizeBytes
      await put(data.parts[0].url, file, start, Math.min(upload.partSizeBytes, sizeBytes - start))
    }
  }
  await Promise.all(Array.from({ length: partsAtOnce }, send))
  await publish(server, { id, version, filename: 'bench.gguf', uploadId: upload.id })
  while ((await currentFile(server))?.sha256 === null) await sleep(50)
}

async function measureMemory(server: ServerProcess, before: number, upload: Upload, source: Source): Promise<void> {
  const name = upload === uploadWhole ? 'one request' : 'parts'
  for (const [direction, work] of [
    [`up in ${name}`, () => upload(server, source)],
    ['down', () => download(server)],
  ] as const) {
    let peak = 0
    const timer = setInterval(() => (peak = Math.max(peak, memoryBytes(server.pid, 'VmRSS'))), 50)
    const inSeconds = await seconds(work)
    clearInterval(timer)
    console.log(
      `${source.sizeBytes / gigabyte} GB ${direction} in ${inSeconds.toFixed(1)} s, ` +
        `memory grew by ${((peak - before) / 1e6).toFixed(0)} MB (less than 100)`,
    )
  }
}

/** A file with a valid header and real data after it. */
async function makeSource(name: string, sizeBytes: number): Promise<Source> {
  const header = makeGguf()
  const file = path.join(folder, name)
  const handle = await open(file, 'w')
  await handle.write(header)
  const rest = handle.createWriteStream({ start: header.byteLength, flush: true })
  await pipeline(zeros(sizeBytes - header.byteLength), rest)
  return { file, sizeBytes }
}

async function download(server: ServerProcess): Promise<void> {
  const file = await currentFile(server)
  await new Promise<void>((resolve, reject) => {
    get(file?.url ?? '', { headers: { cookie: server.cookie } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`GET answered ${answer.statusCode}`))
      answer.on('data', () => {})
      answer.once('end', resolve)
    }).once('error', reject)
  })
}
