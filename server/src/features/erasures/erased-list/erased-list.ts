import { realpath } from 'node:fs/promises'
import { ForeignId } from '@health-console/contract/values/text.ts'
import * as z from 'zod/mini'
import { keepErased, readErased } from '../../../core/audit/proof-files.ts'
import { readOrdinaryFile, UnreadableFileError } from '../../../core/disk/ordinary-file.ts'
import type { AuditLog } from '../../../core/audit/store.ts'
import { byOperator } from '../../../core/audit/entry.ts'
import type { Context } from '../../../core/context.ts'
import { findErasure, findLegalHold, hasReports, listErasures, recordErasure } from '../erasing/store.ts'

const ErasedLine = z.strictObject({ userId: ForeignId, erasedAt: z.iso.datetime() })
type ErasedLine = z.infer<typeof ErasedLine>

const toLine = ({ userId, erasedAtMs }: { userId: string; erasedAtMs: number }) =>
  JSON.stringify({ userId, erasedAt: new Date(erasedAtMs).toISOString() } satisfies ErasedLine)

/** Every erasure, as JSON with one object per line, oldest first. */
export async function erasedLines({ db }: Pick<Context, 'db'>): Promise<string[]> {
  return (await listErasures(db)).map(toLine)
}

/** Adds missing erasures to the list next to the checkpoints, which restoring an older backup needs. */
export async function keepErasedList(context: Pick<Context, 'db' | 'config'>): Promise<void> {
  const lines = await erasedLines(context)
  if (lines.length === 0) return
  const listed = new Set((await readErased(context.config)).split('\n'))
  const missing = lines.filter((line) => !listed.has(line))
  if (missing.length > 0) await keepErased(context.config, `${missing.join('\n')}\n`)
}

/** This is far more than millions of erasures need. */
const mostBytes = 512 * 1024 * 1024

/** @throws Error if the list is not a regular file or has an invalid line */
export async function readErasedList(file: string): Promise<ErasedLine[]> {
  // The system administrator may have specified a link.
  const text = await readOrdinaryFile(await realpath(file), mostBytes).catch((error: unknown) => {
    throw error instanceof UnreadableFileError
      ? new Error(`The list of erased users, ${file}, cannot be used: ${error.message}.`)
      : error
  })
  return parseErasedList(text)
}

/**
 * The newest erasure of each user in a list. A line that a power cut has cut short is left out, because the next run
 * wrote it again.
 * @throws Error with the line that is invalid
 */
export function parseErasedList(text: string): ErasedLine[] {
  const newest = new Map<string, ErasedLine>()
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || isTorn(line, lines[index + 1])) continue
    const parsed = ErasedLine.safeParse(readJson(line))
    if (!parsed.success) throw new Error(`Line ${index + 1} of the list of erased users is not {"userId", "erasedAt"}.`)
    const { userId, erasedAt } = parsed.data
    if (Date.parse(erasedAt) > Date.now() + hour)
      throw new Error(`Line ${index + 1} of the list of erased users is in the future.`)
    const known = newest.get(userId)
    if (known === undefined || Date.parse(known.erasedAt) < Date.parse(erasedAt)) newest.set(userId, parsed.data)
  }
  return [...newest.values()]
}

/** Clocks of machines differ. */
const hour = 3_600_000

const isTorn = (line: string, next: string | undefined) => next !== undefined && next !== line && next.startsWith(line)

/**
 * Erases the users of a list again, in a restored database. It leaves out erasures that the backup already contains: a
 * user who exists in spite of one has been imported again since. The list is not signed, so a legal hold in the backup
 * takes precedence over the list.
 * @returns how many of the users were in the backup, and which are on legal hold
 */
export async function applyErasedList(
  { db, audit }: Pick<Context, 'db'> & { audit: AuditLog },
  list: readonly ErasedLine[],
): Promise<{ erasedAgain: number; onLegalHold: string[] }> {
  let erasedAgain = 0
  const onLegalHold: string[] = []
  for (const { userId, erasedAt } of list) {
    const erasedAtMs = Date.parse(erasedAt)
    await db.transaction().execute(async (transaction) => {
      const known = await findErasure(transaction, userId)
      if (known && known.erasedAtMs >= erasedAtMs) return
      if (await findLegalHold(transaction, userId)) {
        onLegalHold.push(userId)
        return
      }
      const hadReports = await hasReports(transaction, userId)
      const { numDeletedRows } = await transaction.deleteFrom('endUsers').where('id', '=', userId).executeTakeFirst()
      const reason = 'Erased before the restore of a backup'
      await recordErasure(transaction, { userId, erasedAtMs, reason, adminId: null })
      await audit.append(transaction, [{ ...byOperator, action: 'user.erase', subjects: [`user:${userId}`] }])
      if (numDeletedRows > 0n || hadReports) erasedAgain += 1
    })
  }
  return { erasedAgain, onLegalHold }
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
