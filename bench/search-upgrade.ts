// Folding the search of 1,000,000 users of 1.0.0 again, with a server that is killed and other programs that read and write
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../server/src/core/database/open.ts'
import { isUpgradingSearch } from '../server/src/core/database/upgrade/search-upgrade.ts'
import { databaseSettings } from '../server/testing/engines/database-settings.ts'
import { buildFirstRelease } from '../server/testing/processes/first-release.ts'
import { type ServerProcess, startServerProcess } from '../server/testing/processes/server-process.ts'
import { findUsers } from '../server/testing/users/find-users.ts'
import { listWronglyFolded } from '../server/testing/users/wrongly-folded.ts'
import { withoutBulkLimits } from './support/clients.ts'
import { type BenchDatabase, onEachEngine } from './support/engines.ts'
import { newFolder } from './support/folder.ts'
import { processorSeconds, processorSecondsOfAll } from './support/processor.ts'
import { describeTimes, seconds, time } from './support/times.ts'
import { writeUserLines } from './support/user-lines.ts'

const amount = Number(process.env['BENCH_USERS'] ?? 1_000_000)
/** The share of users whose names are in a script of which 1.0.0 stored other text, such as Hangul. */
const share = Number(process.env['BENCH_OTHER_SCRIPTS'] ?? 0.2)
const kills = 5

const file = path.join(newFolder(), 'users.ndjson')
await writeUserLines(file, amount, { otherScripts: share })
await onEachEngine(async (engine, where) => {
  const release = buildFirstRelease()
  await (await startServerProcess(where, {}, release)).stop()
  const imported = await seconds(() =>
    promisify(execFile)(path.join(release, 'bin/console'), ['import-users', file], {
      env: { PATH: process.env['PATH'], ...databaseSettings(where) },
    }),
  )
  console.log(`${engine} import of ${amount} users with 1.0.0: ${imported.toFixed(0)} s`)
  await measure(engine, where)
})

async function measure(engine: string, where: BenchDatabase): Promise<void> {
  const settings = { ...withoutBulkLimits, SESSION_IDLE_MINUTES: '1440', SESSION_HOURS: '168' }
  const startedAt = performance.now()
  let server = await startServerProcess(where, settings)
  console.log(`${engine} until ready, with the migration: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  const database = openDatabase(where)
  const found: number[] = []
  const written: number[] = []
  const pages: number[] = []
  const postgres = await findPostgres(database)
  const usedBefore = postgres === undefined ? 0 : processorSecondsOfAll(postgres)
  let usedSeconds = 0
  let left = kills
  let killed = performance.now()
  let before = ''
  for (let round = 0; await isUpgradingSearch(database.db, 'users'); round += 1) {
    const name = `Zwischendurch${round}`
    written.push(await time(() => writeUser(database, name)))
    found.push(await time(() => expectOne(database, name)))
    pages.push(await time(() => readPage(server)))
    const progress = await progressOf(database)
    if (progress < before) throw new Error(`It went back from ${before} to ${progress}.`)
    before = progress
    if (left > 0 && performance.now() - killed > 20_000) {
      usedSeconds += processorSeconds(server.pid)
      await server.kill()
      left -= 1
      killed = performance.now()
      server = await startServerProcess(where, settings)
    }
    await sleep(200)
  }
  usedSeconds += processorSeconds(server.pid)
  if (postgres !== undefined) usedSeconds += processorSecondsOfAll(postgres) - usedBefore
  const tookSeconds = (performance.now() - startedAt) / 1000
  console.log(
    `${engine} folded in ${tookSeconds.toFixed(0)} s, ${usedSeconds.toFixed(0)} s of processor time, ` +
      `killed ${kills - left} times`,
  )
  console.log(`${engine} another program writes a user: ${describeTimes(written)}`)
  console.log(`${engine} another program finds it:      ${describeTimes(found)}`)
  console.log(`${engine} a page of the list, HTTP:      ${describeTimes(pages)}`)
  const wrong = await listWronglyFolded(database)
  if (wrong.length > 0) throw new Error(`${wrong.length} users are folded wrongly.`)
  await database.close()
  await server.stop()
}

async function writeUser({ db }: Database, name: string): Promise<void> {
  await sql`insert into end_users (id, last_name) values (${name}, ${name})`.execute(db)
}

async function expectOne(database: Database, name: string): Promise<void> {
  const { total } = await findUsers(database, name, { offset: 0, limit: 1 })
  if (total !== 1) throw new Error(`${total} users are called ${name}.`)
}

async function readPage(server: ServerProcess): Promise<void> {
  const answer = await server.call('GET', '/v1/users')
  if (!answer.ok) throw new Error(`${answer.status} for the list`)
  await answer.arrayBuffer()
}

async function progressOf({ db }: Database): Promise<string> {
  const { rows } = await sql<{ after: string }>`select after from search_upgrades where name = 'users'`.execute(db)
  return rows[0]?.after ?? '~'
}

/** @returns its process; undefined with SQLite */
async function findPostgres({ db, engine }: Database): Promise<number | undefined> {
  if (engine.name === 'sqlite') return undefined
  const { rows } = await sql<{ folder: string }>`select current_setting('data_directory') as folder`.execute(db)
  return Number.parseInt(readFileSync(path.join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8'), 10)
}
