import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ggufOf, partBytes, partOf, put, sha256 } from '../../server/testing/files/files-app.ts'
import { startLoad } from './load.ts'
import { startConsole, startParts } from './trial-parts.ts'

const outageMs = 10_000
const waiting = { timeout: 120_000, interval: 100 }

test(
  'the deployment of docs/operations/install.md, with a restart or an outage of each part',
  { timeout: 30 * 60_000 },
  async () => {
    const { postgres, bouncer, database, s3, mail, settings, findUnlogged } = await startParts()
    const { nginx, call, restart, runConsole } = await startConsole(settings)
    const load = startLoad(call)
    const isServed = async () => (await call('GET', '/v1/users')).status === 200

    await load.during('nothing happens', () => sleep(outageMs))

    const content = ggufOf(partBytes + 1_000)
    const file = { name: 'Main LLM', filename: 'model.gguf', size: content.length }
    const { upload } = (await (await call('POST', '/v1/files', file)).json()) as {
      upload: { id: string; fileId: string }
    }
    const sendPart = async (partNumber: number) => {
      const part = partOf(content, partNumber)
      const issued = await call('POST', `/v1/file-uploads/${upload.id}/part-urls`, {
        parts: [{ partNumber, sha256: sha256(part) }],
      })
      const { data } = (await issued.json()) as { data: { parts: { url: string }[] } }
      return await put(data.parts[0]?.url ?? '', part)
    }
    expect((await sendPart(1)).status).toBe(200)
    await load.during('both replicas are restarted, one after the other', async () => {
      for (const index of [0, 1]) await restart(index, 'SIGTERM')
    })
    await load.during('a replica is killed and started again', () => restart(0, 'SIGKILL'))

    await load.during('the bucket is away for 10 s', async () => {
      await s3.cut()
      await sleep(outageMs)
      await s3.reconnect()
    })
    expect((await sendPart(2)).status).toBe(200)
    const published = await call('PATCH', `/v1/files/${upload.fileId}`, {
      id: upload.fileId,
      version: 1,
      filename: 'model.gguf',
    })
    expect(published.status).toBe(200)
    const downloaded = await call('GET', `/v1/files/${upload.fileId}/versions/1/download`)
    expect(sha256(Buffer.from(await downloaded.arrayBuffer()))).toBe(sha256(content))

    const people = Array.from({ length: 20 }, (_, n) => `person${n}@example.org`)
    await load.during('the mail server is away while 20 are invited', async () => {
      await mail.stop()
      for (const email of people)
        expect((await call('POST', '/v1/admin-invites', { users: [{ email }] })).status).toBe(200)
      await mail.restart()
      await expect.poll(() => mail.received.length, { ...waiting, timeout: 300_000 }).toBe(people.length)
    })
    expect(mail.received.map(({ to }) => to).sort()).toEqual(people.toSorted())

    await load.during('the database is away for 10 s', async () => {
      await database.cut()
      await sleep(outageMs)
      await database.reconnect()
      await expect.poll(isServed, waiting).toBe(true)
    })
    await load.during('PgBouncer is restarted', async () => {
      await bouncer.restart()
      await expect.poll(isServed, waiting).toBe(true)
    })
    for (const [name, mode] of [
      ['restarted', 'fast'],
      ['killed and started again', 'immediate'],
    ] as const) {
      await load.during(`PostgreSQL is ${name}`, async () => {
        await postgres.restart(mode)
        await expect.poll(isServed, waiting).toBe(true)
      })
    }
    await load.during('nginx is to read its configuration again', async () => {
      nginx.reload()
      await sleep(outageMs)
    })
    await load.during('nginx is restarted', () => nginx.restart())
    await load.during('nothing happens afterwards', () => sleep(outageMs))

    const { phases, acknowledged } = await load.end()
    console.warn(
      `\n| While | requests | answers other than 200 |\n| --- | ---: | --- |\n${phases.map(({ line }) => line).join('\n')}\n` +
        `\n${acknowledged.length} changes were acknowledged.\n`,
    )
    expect(await findUnlogged(acknowledged)).toEqual([])
    // Both commands fail if something does not match the audit log.
    for (const command of ['verify-audit', 'verify-files']) await runConsole([command])
    const backups = mkdtempSync(path.join(tmpdir(), 'console-trial-backup-'))
    onTestFinished(() => rmSync(backups, { recursive: true, force: true }))
    await runConsole(['backup', backups])

    const failuresOf = (start: string) =>
      Object.keys(phases.find(({ name }) => name.startsWith(start))?.failures ?? { missing: 1 })
    for (const start of ['nothing', 'both', 'the bucket', 'the mail', 'nginx is to read', 'nothing happens afterwards'])
      expect({ start, failures: failuresOf(start) }).toEqual({ start, failures: [] })
    // nginx does not repeat a change that the killed replica may have started.
    expect(failuresOf('a replica').filter((kind) => kind !== 'PATCH 502')).toEqual([])
    for (const start of ['the database', 'PgBouncer', 'PostgreSQL is restarted', 'PostgreSQL is killed'])
      expect({ start, others: failuresOf(start).filter((kind) => !kind.endsWith(' 503')) }).toEqual({
        start,
        others: [],
      })
    // For a moment, no server listens. A refused connection means that nothing was sent.
    expect(failuresOf('nginx is restarted').filter((kind) => !kind.endsWith(' 0'))).toEqual([])
  },
)
