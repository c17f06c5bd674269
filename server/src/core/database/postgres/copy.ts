import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { requireNoPooler } from './pooler.ts'
import { getPostgresProgram, type PostgresProgram, programEnvironment } from './programs.ts'
import type { Db } from '../tables.ts'

/** Ownership and privileges are not part of the data: the restored tables belong to the restoring role. */
const withoutOwners = ['--no-owner', '--no-privileges', '--no-comments']

/** Created by `pg_dump`, in its custom format, which is compressed. */
export async function copyPostgres(db: Db, databaseUrl: string): Promise<Readable> {
  await requireNoPooler(databaseUrl, 'pg_dump')
  const program = await getPostgresProgram('pg_dump', await getServerMajor(db))
  const child = spawn(program.file, ['--format=custom', ...withoutOwners], {
    env: programEnvironment(databaseUrl, program),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const content = new PassThrough()
  const ended = endOf(child, 'pg_dump')
  // The stream ends only after the program has succeeded.
  pipeline(child.stdout, content, { end: false })
    .then(() => ended)
    .then(() => content.end())
    .catch((error: Error) => content.destroy(error))
  ended.catch((error: Error) => content.destroy(error))
  return content
}

/**
 * @throws Error with the remedy if there is no program for this server, or the server can be reached only through a
 * pooler
 */
export async function getRestoreProgram(db: Db, databaseUrl: string): Promise<PostgresProgram> {
  await requireNoPooler(databaseUrl, 'pg_restore')
  return getPostgresProgram('pg_restore', await getServerMajor(db))
}

/** Restores a copy into an empty database, all or nothing. */
export async function loadPostgres(db: Db, databaseUrl: string, content: Readable): Promise<void> {
  const program = await getRestoreProgram(db, databaseUrl)
  const child = spawn(
    program.file,
    ['--single-transaction', '--exit-on-error', ...withoutOwners, `--dbname=${databaseNameOf(databaseUrl)}`],
    { env: programEnvironment(databaseUrl, program), stdio: ['pipe', 'ignore', 'pipe'] },
  )
  const ended = endOf(child, 'pg_restore')
  const [sent] = await Promise.allSettled([pipeline(content, child.stdin), ended])
  // The program's own message explains why it stopped reading.
  await ended
  if (sent.status === 'rejected') throw sent.reason
}

async function endOf(child: ChildProcess, name: string): Promise<void> {
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code]: (number | null)[] = await once(child, 'close')
  if (code !== 0) throw new Error(`${name} failed: ${output.trim() || `it ended with ${code}`}`)
}

const databaseNameOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1))

async function getServerMajor(db: Db): Promise<number> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db)
  return Math.floor(Number(rows[0]?.version) / 10_000)
}
