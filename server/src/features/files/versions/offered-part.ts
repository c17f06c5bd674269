import type { VersionState } from '@health-console/contract/files/files.ts'
import type { Context } from '../../../core/context.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import { conflict } from '../../../http/errors.ts'

type Row = {
  number: number
  state: VersionState
  currentVersion: number
  offeredVersion: number | null
  offeredPercent: number | null
}

/**
 * The percentage of devices to which a version is offered while the current version stays; null if it is not, or no
 * longer: a server of 1.0.0 may have withdrawn it or published another one.
 */
export const percentOf = (row: Row): number | null =>
  row.state === 'published' && row.number === row.offeredVersion && row.number > row.currentVersion
    ? row.offeredPercent
    : null

/** The version of a file that is offered to a part of the devices. */
export async function findOffer(db: Db, fileId: string): Promise<{ version: number; percent: number } | undefined> {
  const row = await db
    .selectFrom('modelFiles')
    .innerJoin('fileVersions', (join) =>
      join
        .onRef('fileVersions.fileId', '=', 'modelFiles.id')
        .onRef('fileVersions.number', '=', 'modelFiles.offeredVersion'),
    )
    .select(['number', 'state', 'currentVersion', 'offeredVersion', 'offeredPercent'])
    .where('modelFiles.id', '=', fileId)
    .executeTakeFirst()
  const percent = row && percentOf(row)
  return row && percent ? { version: row.number, percent } : undefined
}

/** @throws ApiError while a version of the locked file is offered to a part of the devices */
export async function requireNoOffer(transaction: Transaction, fileId: string): Promise<void> {
  const offer = await findOffer(transaction, fileId)
  if (!offer) return
  throw conflict(
    `Version ${offer.version} is offered to ${offer.percent} % of devices. Offer it to all, or withdraw it first.`,
  )
}

/** How often devices have downloaded a version, according to the audit log. */
export async function countPulls(
  { db, audit }: Pick<Context, 'db' | 'audit'>,
  { fileId, number }: { fileId: string; number: number },
): Promise<number> {
  await audit.catchUp()
  const { pulls } = await db
    .selectFrom('auditTerms')
    .innerJoin('auditEvents', 'auditEvents.sequence', 'auditTerms.sequence')
    .select(({ fn }) => fn.sum<number | null>('auditEvents.count').as('pulls'))
    .where('auditTerms.term', '=', `version:${fileId}/${number}`)
    .where('auditEvents.action', '=', 'models.pull')
    .where('auditEvents.outcome', '=', 'ok')
    .executeTakeFirstOrThrow()
  return Number(pulls ?? 0)
}
