import { chmodSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { startPrivatePostgres } from './private-postgres.ts'

const [library] = globSync('/usr/lib/{*/,}faketime/libfaketime.so.1')

/** Whether the clock of a private PostgreSQL can be moved. */
export const canMoveClock = () => library !== undefined && findPostgresBinaries() !== undefined

/** A private PostgreSQL whose whole clock is ahead by this many days, until it is moved while PostgreSQL runs. */
export async function startPostgresWithClock(days: number) {
  // PostgreSQL may run as another user, who reads the file.
  const folder = mkdtempSync(path.join(tmpdir(), 'console-clock-'))
  chmodSync(folder, 0o755)
  const file = path.join(folder, 'clock')
  const moveClock = (to: number) => writeFileSync(file, `+${to}d\n`)
  moveClock(days)
  const postgres = await startPrivatePostgres(findPostgresBinaries() ?? '', {
    env: {
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  })
  onTestFinished(async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true })
  })
  return { url: postgres.url, moveClock }
}
