import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { foldSearch } from '@health-console/contract/values/search-text.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { faultRounds } from '../../../../testing/processes/fault-rounds.ts'
import { openFirstRelease, writeAsFirstRelease } from '../../../../testing/engines/first-release-database.ts'
import { findUsers } from '../../../../testing/users/find-users.ts'
import { listWronglyFolded } from '../../../../testing/users/wrongly-folded.ts'
import type { Database } from '../open.ts'
import { findApplied, migrate, migrationNames } from './migrate.ts'
import { upgradeSearch } from './search-upgrade.ts'

const program = path.resolve(import.meta.dirname, '../../../../testing/processes/upgrade-search.ts')
const killer = path.resolve(import.meta.dirname, '../../../../testing/engines/kill-before-statement.ts')
const stride = faultRounds > 10 ? 4 : 12

test('an upgrade of the search that is killed before any statement continues, and loses and repeats nothing', async () => {
  const { where, ...database } = await openFirstRelease()
  const users = Array.from({ length: 1_200 }, (_, index) => ({
    id: `n${String(index).padStart(5, '0')}`,
    name: String.fromCodePoint(0xac00 + index),
  }))
  await database.db.transaction().execute((db) => writeAsFirstRelease({ ...database, db }, users))
  let wrong = users.length
  let isKilled = true
  for (let statement = 1; isKilled; statement += stride) {
    isKilled = await upgrade(where, statement)
    const applied = await findApplied(database)
    if (applied?.length !== migrationNames.length) continue
    const left = await listWronglyFolded(database)
    expect(left.length).toBeLessThanOrEqual(wrong)
    wrong = left.length
    const { total } = await findUsers(database, '각', { offset: 0, limit: 1 })
    expect(total).toBe(1)
  }
  expect(wrong).toBe(0)
})

/** @returns whether it was killed */
async function upgrade(
  where: { dataDir: string; databaseUrl: string | undefined },
  statement: number,
): Promise<boolean> {
  const place = where.databaseUrl === undefined ? [where.dataDir] : [where.dataDir, where.databaseUrl]
  const child = spawn(process.execPath, ['--import', killer, program, ...place], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, KILL_BEFORE_STATEMENT: String(statement) },
  })
  const [code, signal] = await once(child, 'exit')
  expect(signal ?? code).toBe(signal === null ? 0 : 'SIGKILL')
  return signal !== null
}

test('an upgrade of the search that is stopped continues where it was, and replicas do it in turns', async () => {
  const database = await openFirstRelease()
  const names = Array.from({ length: 2_000 }, (_, index) => ({
    id: `n${String(index).padStart(5, '0')}`,
    name: String.fromCodePoint(0xac00 + index, 0xb000 + index),
  }))
  await database.db.transaction().execute((db) => writeAsFirstRelease({ ...database, db }, names))
  await migrate(database)
  const { signal } = new AbortController()
  const stopping = new AbortController()
  const stopped = upgradeSearch(database, stopping.signal)
  await expect.poll(() => progressOf(database), { timeout: 60_000 }).not.toBe('')
  stopping.abort()
  await stopped
  const after = await progressOf(database)
  expect(after).toMatch(/^n0/)
  await Promise.all([upgradeSearch(database, signal), upgradeSearch(database, signal)])
  expect(await progressOf(database)).toBeUndefined()
  expect(await listWronglyFolded(database)).toEqual([])
  const { total } = await findUsers(database, '가뀀', { offset: 0, limit: 1 })
  expect(total).toBe(names.filter(({ name }) => foldSearch(name).includes(foldSearch('가뀀'))).length)
})

async function progressOf({ db }: Database): Promise<string | undefined> {
  const { rows } = await sql<{ after: string }>`select after from search_upgrades where name = 'users'`.execute(db)
  return rows[0]?.after
}
