import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { freePort } from '../processes/free-port.ts'
import { accountOf } from './private-postgres.ts'

/**
 * Starts a standby of a private PostgreSQL, which replicates asynchronously. It ends with the test.
 * @param primaryUrl where it replicates from, as a superuser
 * @param settings further settings, such as `hot_standby_feedback=on`
 */
export async function startStandby(binaries: string, primaryUrl: string, settings: readonly string[] = []) {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-standby-'))
  const user = process.getuid?.() === 0 ? accountOf('postgres') : undefined
  if (user) chownSync(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  execFileSync(
    // PATH may have links to some of the programs only.
    path.join(path.dirname(realpathSync(path.join(binaries, 'postgres'))), 'pg_basebackup'),
    [
      '--dbname',
      primaryUrl,
      '--pgdata',
      data,
      '--write-recovery-conf',
      '--wal-method',
      'stream',
      '--checkpoint',
      'fast',
    ],
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const port = await freePort()
  // A standby needs at least the limits of its primary.
  const limits = ['max_connections=200', 'max_prepared_transactions=4']
  const child = spawn(
    path.join(binaries, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-k',
      '',
      '-h',
      '127.0.0.1',
      ...[...limits, ...settings].flatMap((each) => ['-c', each]),
    ],
    { ...user, cwd: folder, stdio: 'ignore' },
  )
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGQUIT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const url = new URL(primaryUrl)
  url.port = String(port)
  async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url.href })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }
  const giveUpAt = Date.now() + 120_000
  while (
    await query('select 1').then(
      () => false,
      () => true,
    )
  ) {
    if (Date.now() > giveUpAt) throw new Error('The standby did not start')
    await sleep(50)
  }
  return { url, query, promote: () => query('select pg_promote(true, 120)') }
}
