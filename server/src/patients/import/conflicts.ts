import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { type ApiError, conflict } from '../../http/errors.ts'
import { findRunningAdmin } from './table-state-store.ts'

export async function runningConflict(db: Kysely<Tables>, nowMs: number): Promise<ApiError> {
  const running = await findRunningAdmin(db, nowMs)
  return conflict(`${running?.fullName ?? 'Somebody'} is importing a table right now. Try again in a moment.`)
}
