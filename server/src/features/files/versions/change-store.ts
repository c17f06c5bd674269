import { randomUUIDv7 } from 'node:crypto'
import type { FileType } from '@health-console/contract/files/files.ts'
import type { Context } from '../../../core/context.ts'
import { conflict } from '../../../http/errors.ts'
import type { StoredFacts } from './changed-lines.ts'
import { requireNoOffer } from './offered-part.ts'
import type { FileVersionsTable, VersionState } from '../../../core/database/tables/files.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'

/** The file of a type. Creates it without a version if it does not exist. */
export async function ensureFile(db: Db, type: FileType, name: string, nowMs: number) {
  await db
    .insertInto('modelFiles')
    .values({ id: randomUUIDv7(), type, name, currentVersion: 0, createdAtMs: nowMs, updatedAtMs: nowMs })
    .onConflict((conflict) => conflict.column('type').doNothing())
    .execute()
  return db.selectFrom('modelFiles').selectAll().where('type', '=', type).executeTakeFirstOrThrow()
}

/**
 * Locks a file: until the transaction ends, no other request adds a version of it or decides about one. Call it before
 * reading.
 */
export const lockModelFile = ({ engine }: Pick<Context, 'engine'>, transaction: Transaction, fileId: string) =>
  engine.serialize(transaction, `versions of ${fileId}`)

/** The number of the next version of a locked file. Versions that await approval or were rejected keep theirs. */
export async function nextNumber(transaction: Transaction, fileId: string): Promise<number> {
  const { last } = await transaction
    .selectFrom('fileVersions')
    .select(({ fn }) => fn.max<number | null>('number').as('last'))
    .where('fileId', '=', fileId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

export type NewVersion = Omit<FileVersionsTable, 'state' | 'replaces' | 'facts'> & { facts: StoredFacts }

const newRow = ({ facts, ...version }: NewVersion) => ({ ...version, facts: JSON.stringify(facts) })

/**
 * Adds a version, and makes it current or offers it to a part of the devices.
 * @returns false if `replaces` is no longer the current version
 */
export async function addVersion(
  transaction: Transaction,
  version: NewVersion,
  { replaces, name, offerTo }: { replaces: number; name: string | null; offerTo?: number | undefined },
): Promise<boolean> {
  if (!(await release(transaction, version, { replaces, offerTo, nowMs: version.createdAtMs }))) return false
  await transaction
    .insertInto('fileVersions')
    .values({ ...newRow(version), state: 'published', replaces: null })
    .execute()
  if (replaces === 0 && name !== null) await setName(transaction, version.fileId, name)
  return true
}

/**
 * Makes a version current, or offers it to a part of the devices.
 * @param offerTo the percentage of devices; undefined: all of them
 * @returns false if `replaces` is no longer the current version
 */
export async function release(
  transaction: Transaction,
  version: Pick<FileVersionsTable, 'fileId' | 'number'>,
  { offerTo, ...at }: { replaces: number; offerTo?: number | undefined; nowMs: number },
): Promise<boolean> {
  await requireNoOffer(transaction, version.fileId)
  if (offerTo === undefined) return makeCurrent(transaction, version, at)
  if (at.replaces === 0) throw conflict('This is the first version. Offer it to all devices.')
  const { numUpdatedRows } = await transaction
    .updateTable('modelFiles')
    .set({ offeredVersion: version.number, offeredPercent: offerTo })
    .where('id', '=', version.fileId)
    .where('currentVersion', '=', at.replaces)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Changes the percentage of devices to which a version of a locked file is offered. */
export async function setPercent(transaction: Transaction, fileId: string, percent: number): Promise<void> {
  await transaction.updateTable('modelFiles').set({ offeredPercent: percent }).where('id', '=', fileId).execute()
}

/**
 * Makes a version current with one conditional update. A version that awaits approval was compared with another current
 * version, so it is replaced.
 * @returns false if `replaces` is no longer the current version
 */
export async function makeCurrent(
  transaction: Transaction,
  { fileId, number }: Pick<FileVersionsTable, 'fileId' | 'number'>,
  { replaces, nowMs }: { replaces: number; nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('modelFiles')
    .set({ currentVersion: number, updatedAtMs: nowMs, ...(replaces === 0 && { createdAtMs: nowMs }) })
    .where('id', '=', fileId)
    .where('currentVersion', '=', replaces)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await replaceAwaiting(transaction, fileId, number)
  return true
}

/** Marks all versions that await approval, except for one, as replaced. */
async function replaceAwaiting(transaction: Transaction, fileId: string, except: number): Promise<void> {
  await transaction
    .updateTable('fileVersions')
    .set({ state: 'replaced' })
    .where('fileId', '=', fileId)
    .where('number', '!=', except)
    .where('state', '=', 'awaiting_approval')
    .execute()
}

/** Adds a version that awaits approval; it replaces an earlier one that awaits approval. */
export async function submitVersion(
  transaction: Transaction,
  version: NewVersion,
  { replaces, name }: { replaces: number; name: string | null },
): Promise<void> {
  await replaceAwaiting(transaction, version.fileId, version.number)
  await transaction
    .insertInto('fileVersions')
    .values({ ...newRow(version), state: 'awaiting_approval', replaces })
    .execute()
  if (replaces === 0 && name !== null) await setName(transaction, version.fileId, name)
}

export async function setState(
  transaction: Transaction,
  fileId: string,
  numbers: number[],
  state: VersionState,
): Promise<void> {
  await transaction
    .updateTable('fileVersions')
    .set({ state })
    .where('fileId', '=', fileId)
    .where('number', 'in', numbers)
    .execute()
}

async function setName(transaction: Transaction, fileId: string, name: string): Promise<void> {
  await transaction.updateTable('modelFiles').set({ name }).where('id', '=', fileId).execute()
}
