import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { patientsTableName } from '@health-console/contract/patients/patients.ts'
import { expect, onTestFinished, test } from 'vitest'
import { databaseSettings } from '../../testing/engines/database-settings.ts'
import { ggufOf, partBytes, partOf, put, sha256 } from '../../testing/files/files-app.ts'
import { makeBucket } from '../../testing/files/make-bucket.ts'
import { startMailServer } from '../../testing/mail/mail-server.ts'
import { patientsWith, workbook } from '../../testing/patients/upload.ts'
import { findPostgresBinaries } from '../../testing/engines/postgres-binaries.ts'
import { databaseUrl, onServer, reachServer } from '../../testing/engines/postgres-setup.ts'
import { type ServerProcess, startServerProcess } from '../../testing/processes/server-process.ts'

const hasPostgres = Boolean(process.env['TEST_DATABASE_URL']) || findPostgresBinaries() !== undefined
const aheadMs = 16 * 60_000
const waiting = { timeout: 60_000 }
const clockAhead = new URL('../../testing/processes/clock-ahead.ts', import.meta.url).href

/** What all replicas share: an empty database, an empty bucket, a mail server, the master key. */
async function shared() {
  const server = await reachServer()
  const name = `console_replicas_${randomBytes(6).toString('hex')}`
  await onServer(server.url, (client) => client.query(`create database ${name}`))
  const dataDir = mkdtempSync(path.join(tmpdir(), 'console-test-'))
  const mailServer = await startMailServer()
  onTestFinished(async () => {
    await onServer(server.url, (client) => client.query(`drop database ${name} with (force)`))
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const url = databaseUrl(server.url, name)
  const settings = {
    ...databaseSettings({ dataDir, databaseUrl: url }),
    ...(await makeBucket()),
    PUBLIC_URL: 'http://localhost:3000',
    UPLOAD_PART_MB: '5',
    MAIL_DELIVERY: 'on',
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}?tls=off`,
  }
  return { dataDir, databaseUrl: url, settings, mailServer }
}

test.skipIf(!hasPostgres)(
  'two servers that start at once on one database and one bucket act as one console, also if the clock of one is wrong (only with PostgreSQL)',
  { timeout: 10 * 60_000 },
  async () => {
    const { dataDir, databaseUrl: url, settings, mailServer } = await shared()
    const start = async (folder: string, more: Record<string, string> = {}) => {
      const replica = await startServerProcess(
        { dataDir, databaseUrl: url },
        { ...settings, ...more, DATA_DIR: path.join(dataDir, folder) },
      )
      onTestFinished(() => replica.kill())
      return replica
    }
    const [here, there] = await Promise.all([
      start('here'),
      start('there', { CLOCK_AHEAD_MS: String(aheadMs), NODE_OPTIONS: `--import=${clockAhead}` }),
    ])
    // The session is created on one replica and used on the other.
    const elsewhere = (replica: ServerProcess, from: ServerProcess) => ({
      call: (method: string, location: string, body?: object) =>
        fetch(`${replica.url}${location}`, {
          method,
          headers: { cookie: from.cookie, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        }),
    })
    for (const [replica, from] of [
      [there, here],
      [here, there],
    ] as const)
      expect((await elsewhere(replica, from).call('GET', '/v1/users')).status).toBe(200)

    await failToSignIn(here, there)
    await inviteAcross(here, there, mailServer)
    await uploadAcross(here, there)
    await uploadAcross(there, here)
    await importAcross(here, there)
  },
)

/** Failures count on both replicas, which block for the same time. */
async function failToSignIn(...replicas: ServerProcess[]) {
  const statuses: number[] = []
  const waits: number[] = []
  for (let n = 0; n < 12; n += 1) {
    const answer = await fetch(`${replicas[n % 2]?.url}/v1/auth/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@console.test', password: 'Wrong-password-1' }),
    })
    statuses.push(answer.status)
    if (answer.status === 429) waits.push(Number(answer.headers.get('retry-after')))
  }
  expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
  expect(statuses).toContain(429)
  // If the clocks differed, one would report a quarter of an hour.
  expect(Math.max(...waits)).toBeLessThan(aheadMs / 2_000)
}

async function inviteAcross(
  here: ServerProcess,
  there: ServerProcess,
  mailServer: Awaited<ReturnType<typeof startMailServer>>,
) {
  const people = Array.from({ length: 20 }, (_, n) => `person${n}@example.org`)
  const invite = (replica: ServerProcess, emails: string[]) =>
    replica.call('POST', '/v1/admin-invites', { users: emails.map((email) => ({ email })) })
  const answers = await Promise.all([invite(here, people.slice(0, 10)), invite(there, people.slice(10))])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await expect.poll(() => mailServer.received.length, waiting).toBe(people.length)
  expect(mailServer.received.map(({ to }) => to).sort()).toEqual(people.sort())
}

/** The upload begins on one replica, both sign its parts, and the other publishes it. */
async function uploadAcross(here: ServerProcess, there: ServerProcess) {
  const content = ggufOf(partBytes + 1_000)
  const listed = (await (await here.call('GET', '/v1/files')).json()) as {
    data: { files: { id: string; version: number }[] }
  }
  const [file] = listed.data.files
  const metadata = { filename: 'model.gguf', size: content.length }
  const begun = (await (
    file
      ? await here.call('PUT', `/v1/files/${file.id}`, metadata)
      : await here.call('POST', '/v1/files', { ...metadata, name: 'Main LLM' })
  ).json()) as { upload: { id: string; fileId: string } }
  for (const [number, replica] of [
    [1, here],
    [2, there],
  ] as const) {
    const issued = await replica.call('POST', `/v1/file-uploads/${begun.upload.id}/part-urls`, {
      parts: [{ partNumber: number, sha256: sha256(partOf(content, number)) }],
    })
    const { data } = (await issued.json()) as { data: { parts: { url: string }[] } }
    expect((await put(data.parts[0]?.url ?? '', partOf(content, number))).status).toBe(200)
  }
  const { fileId } = begun.upload
  const version = (file?.version ?? 0) + 1
  const published = await there.call('PATCH', `/v1/files/${fileId}`, { id: fileId, version, filename: 'model.gguf' })
  expect(published.status).toBe(200)
  const downloaded = await here.call('GET', `/v1/files/${fileId}/versions/${version}/download`)
  expect(sha256(Buffer.from(await downloaded.arrayBuffer()))).toBe(sha256(content))
}

/** The file is uploaded to one replica, and viewed and confirmed on the other. */
async function importAcross(here: ServerProcess, there: ServerProcess) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(workbook(patientsWith(25)))]), 'patients.xlsx')
  form.append('name', patientsTableName)
  const uploaded = await here.call('POST', '/v1/patient-imports', form)
  expect(uploaded.status).toBe(202)
  const { data } = (await uploaded.json()) as { data: { id: string } }
  const stateOf = async () => {
    const seen = (await (await there.call('GET', `/v1/patient-imports/${data.id}`)).json()) as {
      data: { state: string }
    }
    return seen.data.state
  }
  await expect.poll(stateOf, waiting).toBe('ready')
  expect((await there.call('POST', `/v1/patient-imports/${data.id}/confirm`, {})).status).toBe(200)
  for (const replica of [here, there])
    expect(await (await replica.call('GET', '/v1/hospital-patients')).json()).toMatchObject({
      data: { meta: { totalAmount: 25 } },
    })
}
