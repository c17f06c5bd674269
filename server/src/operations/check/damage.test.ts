import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import { hasOpenssl, startTlsServer } from '../../../testing/http/certificate.ts'
import { launchServer } from '../../../testing/processes/server-process.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import { verifyAuditCommand } from '../../commands/audit-commands.ts'
import { listMaintenance } from '../../core/database/console-state/maintenance-runs.ts'
import { openDatabase } from '../../core/database/open.ts'
import { lookAtCertificate } from './certificate.ts'
import { lookAtDatabase } from './database.ts'
import { lookAtFolders } from './folders.ts'

/** Overwrites a page of the users, as a broken disk does. */
async function damage({ context }: TestApp): Promise<void> {
  const { db, config } = context
  const { rows } = await sql<{ rootpage: number; size: number }>`
    select rootpage, (select page_size from pragma_page_size) as size from sqlite_schema where name = 'end_users'`.execute(
    db,
  )
  const [{ rootpage, size } = { rootpage: 0, size: 0 }] = rows
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  const file = openSync(path.join(config.dataDir, 'console.db'), 'r+')
  writeSync(file, Buffer.alloc(size, 0x5a), 0, size, (rootpage - 1) * size)
  closeSync(file)
}

test('a damaged embedded database is found by the check and by the nightly verification, which counts as failed', async () => {
  const testApp = await buildTestApp({}, { isEmbedded: true })
  await insertUsers(
    testApp,
    Array.from({ length: 300 }, (_, index) => ({ memberId: `HM-${index}` })),
  )
  const { context } = testApp
  expect(await lookAtDatabase(context.config)).toMatchObject([{ state: 'ok' }])
  await damage(testApp)
  expect(await lookAtDatabase(context.config)).toContainEqual({
    state: 'failed',
    text: expect.stringMatching(/console.db is damaged \(.*restore a backup/),
  })
  const database = openDatabase(context.config)
  onTestFinished(() => database.close())
  await expect(verifyAuditCommand.run({ ...context, ...database }, [])).rejects.toThrow(/The database is damaged/)
  expect(await listMaintenance(context)).toContainEqual(
    expect.objectContaining({ task: 'verify_audit', hasFailed: true }),
  )
})

test('an embedded database whose first page is damaged prevents the start with its path and what to do', async () => {
  const { context } = await buildTestApp({}, { isEmbedded: true })
  const { config, db } = context
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  const place = { dataDir: mkdtempSync(path.join(tmpdir(), 'console-damaged-')), databaseUrl: undefined }
  onTestFinished(() => rmSync(place.dataDir, { recursive: true }))
  for (const name of ['console.db', 'secret.key'])
    cpSync(path.join(config.dataDir, name), path.join(place.dataDir, name))
  const file = openSync(path.join(place.dataDir, 'console.db'), 'r+')
  writeSync(file, Buffer.alloc(4_000, 0x5a), 0, 4_000, 96)
  closeSync(file)
  const server = await launchServer(databaseSettings(place))
  onTestFinished(async () => void (await server.end('SIGKILL')))
  const explained = /console.db is damaged \(.*\)\. Keep a copy of it, and restore a backup/
  await expect(server.ready()).rejects.toThrow(explained)
})

test('a data directory that every user may change is reported', async () => {
  const { context } = await buildTestApp()
  chmodSync(context.config.dataDir, 0o777)
  expect(await lookAtFolders(context.config)).toContainEqual({
    state: 'failed',
    text: expect.stringContaining('can be changed by every user. Fix: chmod 0700'),
  })
})

test('a database file that its owner may not write and a folder that its owner may not search are reported, also to root', async () => {
  const { context } = await buildTestApp({}, { isEmbedded: true })
  const { dataDir } = context.config
  expect(await lookAtFolders(context.config)).not.toContainEqual(expect.objectContaining({ state: 'failed' }))
  chmodSync(path.join(dataDir, 'console.db'), 0o400)
  mkdirSync(path.join(dataDir, 'imports/closed'), { recursive: true })
  chmodSync(path.join(dataDir, 'imports/closed'), 0o600)
  expect(await lookAtFolders(context.config)).toContainEqual({
    state: 'failed',
    text: expect.stringMatching(
      /^2 of the files in .* have a mode that denies their owner access: .* Fix: sudo chmod -R u\+rwX/,
    ),
  })
})

test.skipIf(process.getuid?.() !== 0)(
  'a folder of root in the data directory, and checkpoints of another user, are reported (only as root)',
  async () => {
    const { context } = await buildTestApp()
    const { dataDir } = context.config
    const auditProofDir = mkdtempSync(path.join(tmpdir(), 'console-proof-'))
    onTestFinished(() => rmSync(auditProofDir, { recursive: true }))
    const look = () => lookAtFolders({ ...context.config, auditProofDir })
    expect(await look()).toContainEqual({
      state: 'warning',
      text: expect.stringMatching(/DATA_DIR .* belongs to user root.*cannot tell whether the server runs as that user/),
    })
    mkdirSync(path.join(dataDir, 'imports'), { recursive: true })
    for (const name of ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })])
      chownSync(path.join(dataDir, name), 65_534, 65_534)
    chownSync(path.join(dataDir, 'imports'), 0, 0)
    const found = (await look()).filter(({ state }) => state === 'failed').map(({ text }) => text)
    expect(found).toEqual([
      expect.stringMatching(/^1 of the files in .* belong to another user than the folder, .*: imports is the first/),
      expect.stringMatching(/^AUDIT_PROOF_DIR .* belongs to user root .*, DATA_DIR to user .*Fix: chown /),
    ])
  },
)

test.skipIf(!hasOpenssl())(
  'the expiry of the public certificate is reported, with a warning if it is soon (only with openssl)',
  async () => {
    const { server, port } = await startTlsServer()
    const look = (publicUrl: string) => lookAtCertificate({ publicUrl })
    // The certificate of the test is valid for a day.
    expect(await look(`https://localhost:${port}`)).toEqual([
      { state: 'warning', text: expect.stringMatching(/is valid until \d{4}-\d\d-\d\d: renew it/) },
    ])
    expect(await look(`http://localhost:${port}`)).toEqual([])
    server.close()
    expect(await look(`https://localhost:${port}`)).toMatchObject([{ state: 'warning' }])
  },
)
