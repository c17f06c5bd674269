import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { RunningServer } from './server.ts'

/** Returns the logged subjects of an action, oldest first. */
export function loggedSubjects({ dataDir }: RunningServer, action: string): unknown[] {
  const database = new DatabaseSync(path.join(dataDir, 'console.db'), { readOnly: true, timeout: 10_000 })
  const rows = database.prepare('select subjects from audit_events where action = ? order by sequence').all(action)
  database.close()
  return rows.map((row) => JSON.parse(String(row['subjects'])))
}
