import { isNoSpace } from './no-space.ts'
import { isPostgresFull } from './postgres.ts'
import { isSqliteFull } from './sqlite.ts'

/** What to tell the operator when a start or a command ended because a disk is full; undefined for other errors. */
export function explainFullDisk(error: unknown, dataDir: string): string | undefined {
  if (isPostgresFull(error)) return 'The disk of the PostgreSQL server is full. Make room there and try again.'
  if (!isNoSpace(error) && !isSqliteFull(error, dataDir)) return undefined
  return `The disk of the data directory ${dataDir} is full. Make room and try again.`
}
