import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { databaseSettings } from '../engines/database-settings.ts'
import { emptyDatabase } from '../engines/engines.ts'
import { runHere } from '../processes/run-console.ts'
import { type ServerProcess, startServerProcess } from '../processes/server-process.ts'
import { ggufOf, put } from './files-app.ts'

const verifierFile = fileURLToPath(new URL('../../src/features/files/signing/verify-model.mjs', import.meta.url))
/** What happens in the background of a process takes long on a busy machine. */
export const waiting = { timeout: 60_000 }

export type Place = Awaited<ReturnType<typeof emptyDatabase>>
type Seen = {
  number: number
  models: Record<string, { version: number }>
  expiresAt: string
  envelope: string
  payload: string
  etag: string | null
}

/** An empty database with a data directory, until the end of the test. */
export async function newPlace(): Promise<Place> {
  const place = await emptyDatabase()
  onTestFinished(() => place.remove())
  return place
}

/** Starts a server, which ends with the test. */
export async function start(place: Place, settings: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess(place, settings)
  onTestFinished(() => server.kill())
  return server
}

/** A folder that is deleted at the end of the test. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-device-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Sends a request that must succeed. */
export async function send<Answer>(server: ServerProcess, method: string, url: string, body?: object): Promise<Answer> {
  const answer = await server.call(method, url, body)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}: ${text}`)
  return JSON.parse(text) as Answer
}

/** Uploads and publishes the version after the current one, whose content follows from its number. */
export async function publish(server: ServerProcess, number: number, offerTo?: number): Promise<string> {
  const { data } = await send<{ data: { files: { id: string; version: number }[] } }>(server, 'GET', '/v1/files')
  const [known] = data.files
  const begun = known
    ? { ...(await send<{ url: string[] }>(server, 'PUT', `/v1/files/${known.id}`)), file: known }
    : await send<{ url: string[]; file: { id: string } }>(server, 'POST', '/v1/files', {
        filename: 'model.gguf',
        name: 'Main LLM',
      })
  expect((await put(begun.url[0] ?? '', ggufOf(1_000, number))).ok).toBe(true)
  const { id } = begun.file
  await send(server, 'PATCH', `/v1/files/${id}`, {
    id,
    version: (known?.version ?? 0) + 1,
    filename: 'model.gguf',
    offerTo,
  })
  return id
}

/** A device with a token, which asks a server and then runs the verifier. */
export async function startDevice(server: ServerProcess, place: Place, folder: string) {
  const { stdout: keys } = await runHere(['model-keys'], databaseSettings(place))
  writeFileSync(path.join(folder, 'keys.pem'), keys)
  const account = { name: `Devices of ${path.basename(folder)}`, scopes: ['models:read'], networks: [] }
  const made = await send<{ data: { id: string } }>(server, 'POST', '/v1/service-accounts', account)
  const tokens = `/v1/service-accounts/${made.data.id}/tokens`
  const { token } = (await send<{ data: { token: string } }>(server, 'POST', tokens, {})).data
  const get = (url: string, from = server) =>
    fetch(`${from.url}${url}`, { headers: { authorization: `Bearer ${token}` }, redirect: 'manual' })
  const verify = (envelope: string, ...more: string[]) => {
    const file = (name: string) => path.join(folder, name)
    writeFileSync(file('manifest.json'), envelope)
    const options = ['--manifest', file('manifest.json'), '--state', file('state'), ...more, file('keys.pem')]
    const { status, stderr } = spawnSync(process.execPath, [verifierFile, ...options], { encoding: 'utf8' })
    return [status, stderr.trim()]
  }
  const read = async (from = server): Promise<Seen> => {
    const answer = await get('/machine/v1/models/manifest', from)
    const envelope = await answer.text()
    if (!answer.ok) throw new Error(`the manifest was answered ${answer.status}: ${envelope}`)
    const { payload } = JSON.parse(envelope)
    const etag = answer.headers.get('etag')
    return { envelope, payload, etag, ...JSON.parse(Buffer.from(payload, 'base64').toString()) }
  }
  /** The first manifest with this version. It is hashed and signed in the background. */
  const readVersion = async (version: number): Promise<Seen> => {
    await expect.poll(async () => (await read()).models['gguf']?.version, waiting).toBe(version)
    return read()
  }
  return { get, verify, read, readVersion }
}
