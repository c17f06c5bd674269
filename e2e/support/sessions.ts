import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { RunningServer } from './server.ts'

/** Makes the last password confirmation of every session more than ten minutes old. */
export function ageSignIns({ dataDir }: RunningServer): void {
  const database = new DatabaseSync(path.join(dataDir, 'console.db'), { timeout: 10_000 })
  database.exec('UPDATE sessions SET confirmed_at_ms = confirmed_at_ms - 601000')
  database.close()
}
