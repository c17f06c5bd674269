// A move from SQLite and local files to PostgreSQL and a bucket: a million users, 500,000 reports of 2 kB, 20 GB of files
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readConfig } from '../server/src/core/config.ts'
import { createContext } from '../server/src/core/context.ts'
import { moveConsole } from '../server/src/operations/move/move-console.ts'
import { importReportsCommand } from '../server/src/features/reports/commands.ts'
import { databaseSettings } from '../server/testing/engines/database-settings.ts'
import { findPostgresBinaries } from '../server/testing/engines/postgres-binaries.ts'
import { startPrivatePostgres } from '../server/testing/engines/private-postgres.ts'
import { startServerProcess } from '../server/testing/processes/server-process.ts'
import { createBucket } from '../server/testing/storage/create-bucket.ts'
import { startRadosGateway } from '../server/testing/storage/rados-gateway.ts'
import { withDatabase } from './support/engines.ts'
import { newDataDir, newFolder } from './support/folder.ts'
import { importUsers } from './support/import-users.ts'
import { writeUserLines } from './support/user-lines.ts'
import { seconds } from './support/times.ts'
import { makeSparse, uploadWhole } from './support/upload-model.ts'

const users = Number(process.env['BENCH_USERS'] ?? 1_000_000)
const reports = users / 2
/** The number of users, each stored in two versions. */
const fileBytes = Number(process.env['BENCH_FILE_GB'] ?? 10) * 1e9

const folder = newFolder()
const old = { dataDir: newDataDir(), databaseUrl: undefined }
const binaries = findPostgresBinaries()
if (!binaries) throw new Error('PostgreSQL is not installed.')
await fill()
const postgres = await startPrivatePostgres(binaries, { isDurable: true })
const bucket = await startRadosGateway()
try {
  const from = readConfig(databaseSettings(old))
  const to = readConfig({
    ...databaseSettings({ dataDir: newFolder(), databaseUrl: postgres.url }),
    SECRET_KEY_FILE: from.secretKey.file,
    ...(await createBucket(bucket)),
  })
  const endedAt = new Map<string, number>()
  const startedAt = performance.now()
  const moved = await moveConsole(from, to, ({ verb }) => void endedAt.set(verb, performance.now()))
  let before = startedAt
  endedAt.set('The rest', performance.now())
  for (const [verb, at] of endedAt) {
    console.log(`${verb}: ${((at - before) / 1000).toFixed(0)} s`)
    before = at
  }
  console.log(`In all ${((before - startedAt) / 1000).toFixed(0)} s: ${JSON.stringify(moved)}`)
} finally {
  await bucket.stop()
  await postgres.stop()
}

async function fill(): Promise<void> {
  const server = await startServerProcess(old)
  for (const name of ['first', 'second'])
    await uploadWhole(server, await makeSparse(path.join(folder, name), fileBytes))
  await server.stop()
  const people = path.join(folder, 'users.ndjson')
  await writeUserLines(people, users)
  await withDatabase(old, async (database) => {
    console.log(`${users} users imported in ${(await seconds(() => importUsers(database, old, people))).toFixed(0)} s`)
    const owners = await database.db.selectFrom('endUsers').select('id').limit(10_000).execute()
    const file = path.join(folder, 'reports.ndjson')
    await pipeline(Readable.from(reportsOf(owners.map(({ id }) => id))), createWriteStream(file))
    const context = await createContext(readConfig(databaseSettings(old)), database)
    const took = await seconds(() => importReportsCommand.run(context, [file]))
    console.log(`${reports} reports imported in ${took.toFixed(0)} s`)
  })
}

function* reportsOf(owners: string[]): Generator<string> {
  const values = 'x'.repeat(1_900)
  for (let index = 0; index < reports; index += 1) {
    const report = { reportId: `r${index}`, generatedAt: 1_700_000_000 + index, values }
    yield `${JSON.stringify({ userId: owners[index % owners.length], report })}\n`
  }
}
