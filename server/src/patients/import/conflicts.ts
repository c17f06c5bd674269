import type { Db } from '../../database/tables.ts'
import { type ApiError, conflict } from '../../http/errors.ts'
import { findRunningAdmin } from './table-state-store.ts'

export async function runningConflict(db: Db, nowMs: number): Promise<ApiError> {
  const running = await findRunningAdmin(db, nowMs)
  return conflict(`${running?.fullName ?? 'Somebody'} is importing a table right now. Try again in a moment.`)
}
