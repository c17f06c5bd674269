import { randomUUIDv7 } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { findChainEnd } from '../../../core/audit/read-chain.ts'
import { toExportLine } from '../../../core/audit/verify-audit.mjs'
import type { Context } from '../../../core/context.ts'
import { defineLease } from '../../../core/database/lease.ts'
import { namingFullDisk } from '../../../core/disk/no-space.ts'
import type { Db } from '../../../core/database/tables.ts'
import type { HealthCheck } from '../../../http/health.ts'

const stateId = 1
/** One entry may name a thousand subjects, so a batch may have 20 MB. */
const batchSize = 100
/** Another process takes over from one that died after this time. */
const lease = defineLease({ table: 'auditStream', endsAt: 'writerUntilMs', holder: 'writer' }, { lastsMs: 30_000 })
/** The delay until another process has taken over, with some margin. */
const longestDelayMs = 2 * lease.lastsMs
const newline = '\n'.charCodeAt(0)

/**
 * Returns the job that writes each committed entry as a line to `AUDIT_STREAM`, in chain order. One process does it at
 * a time. The position is stored in the database and advances once the lines are written, so no line is lost in a crash
 * or on a full disk, but the last ones may be written twice.
 */
export function createLogStream({ db, audit, now }: Pick<Context, 'db' | 'audit' | 'now'>, target: string) {
  const writer = randomUUIDv7()
  let isFirstRun = true

  return async function stream(signal: AbortSignal): Promise<void> {
    if (isFirstRun) {
      // The database may have lost it since, for example in a failover while no server ran.
      const streamed = await readLastEntry(target)
      if (streamed) audit.noteCommitted(streamed)
      isFirstRun = false
    }
    const state = (await findState(db)) ?? (await begin(db))
    let { sequence } = state
    for (;;) {
      const rows = await db
        .selectFrom('auditEvents')
        .selectAll()
        .where('sequence', '>', sequence)
        .orderBy('sequence')
        .limit(batchSize)
        .execute()
      const last = rows.at(-1)
      if (!last || signal.aborted || !(await take(sequence))) return
      await append(target, rows.map(toExportLine).join(''))
      audit.noteCommitted(last)
      if (!(await moveOn(last.sequence))) return
      sequence = last.sequence
    }
  }

  /** @returns false if another process is writing or has already advanced the position */
  async function take(sequence: number): Promise<boolean> {
    const row = { id: stateId, sequence }
    return (await lease.renew(db, row, writer, now())) || lease.take(db, row, writer, now())
  }

  async function moveOn(sequence: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('auditStream')
      .set({ sequence })
      .where('id', '=', stateId)
      .where('writer', '=', writer)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
}

/** Whether the stream can be written, and keeps up with the audit log. */
export const streamCheck = ({ db, now }: Pick<Context, 'db' | 'now'>, target: string): HealthCheck => ({
  name: 'stream',
  needsDatabase: true,
  findError: async () => {
    // This runs before there is an entry to write, and in every replica, because each may have to take over.
    const error = await findTargetError(target)
    if (error) return error
    const state = await findState(db)
    if (!state) return undefined
    const { sequence } = state
    // Anyone who can write to the database could keep entries out of the stream in this way.
    if (sequence > ((await findChainEnd(db))?.sequence ?? 0)) return 'its position is beyond the end of the audit log'
    const next = await db
      .selectFrom('auditEvents')
      .select('atMs')
      .where('sequence', '>', sequence)
      .orderBy('sequence')
      .limit(1)
      .executeTakeFirst()
    const isLate = next !== undefined && next.atMs <= now() - longestDelayMs
    return isLate ? 'its entries are more than a minute late' : undefined
  },
})

/** Opens the file, and creates it as the first entry would. @returns the error, if any */
async function findTargetError(target: string): Promise<unknown> {
  if (target === 'stdout') return undefined
  // Opening a pipe that no one reads would otherwise wait forever.
  return open(target, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK, 0o600).then(
    (file) => file.close(),
    (error: unknown) => error,
  )
}

function findState(db: Db) {
  return db.selectFrom('auditStream').select('sequence').where('id', '=', stateId).executeTakeFirst()
}

/** A new stream starts at the end of the audit log: an export contains the earlier entries. */
async function begin(db: Db) {
  const end = await findChainEnd(db)
  await db
    .insertInto('auditStream')
    .values({ id: stateId, sequence: end?.sequence ?? 0, writer: '', writerUntilMs: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return db.selectFrom('auditStream').select('sequence').where('id', '=', stateId).executeTakeFirstOrThrow()
}

const StreamedEntry = z.object({ sequence: z.int(), hash: z.string() })
/** This is more than the longest entries have. */
const tailBytes = 256 * 1024

/** The last entry in the file; undefined if there is none, or the target is no regular file. */
async function readLastEntry(target: string): Promise<z.infer<typeof StreamedEntry> | undefined> {
  const file =
    target === 'stdout'
      ? undefined
      : await open(target, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined)
  if (!file) return undefined
  try {
    const info = await file.stat()
    if (!info.isFile()) return undefined
    const start = Math.max(0, info.size - tailBytes)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(info.size - start), 0, info.size - start, start)
    const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n')
    for (const line of lines.toReversed()) {
      const entry = StreamedEntry.safeParse(parseLine(line))
      if (entry.success) return entry.data
    }
    return undefined
  } finally {
    await file.close()
  }
}

/** The last line may have been cut short. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

async function append(target: string, lines: string): Promise<void> {
  if (target === 'stdout') {
    await new Promise<void>((done, failed) => {
      process.stdout.write(lines, (error) => (error ? failed(error) : done()))
    })
    return
  }
  // The file is opened for each write, so that it can be rotated at any time.
  const file = await open(target, 'a+', 0o600)
  try {
    const { size } = await file.stat()
    const { buffer } = await file.read(Buffer.alloc(1), 0, Math.min(size, 1), Math.max(size - 1, 0))
    // This ends a line that a full disk or a kill has cut short.
    const text = size > 0 && buffer[0] !== newline ? `\n${lines}` : lines
    await namingFullDisk(
      path.dirname(target),
      file.appendFile(text).then(() => file.datasync()),
    )
  } finally {
    await file.close()
  }
}
