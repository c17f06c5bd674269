import { setImmediate } from 'node:timers/promises'
import type { AuditSubject } from '@health-console/contract/audit/actions.ts'
import type { LineError } from '@health-console/contract/http/line-errors.ts'
import type { WrittenLines } from '@health-console/contract/users/product-writes.ts'
import type { AuditSource } from '../../core/audit/entry.ts'
import type { Context } from '../../core/context.ts'
import { newPatience, withPatience } from '../../core/database/patience.ts'
import type { Transaction } from '../../core/database/tables.ts'
import { type LineKind, parseLine, type RowError } from '../ndjson/line-kind.ts'
import { decodeLine, type SplitLine, splitLines, UnreadableLine } from '../ndjson/read-lines.ts'
import { type Outcome, writeSome } from '../ndjson/write-rows.ts'

const mostErrors = 100
/** The number of lines in a transaction, or fewer if they have many bytes. */
const chunkLines = 500
const chunkBytes = 1024 * 1024
/** How long other requests wait while lines are parsed. */
const longestTurnMs = 20

type Caller = {
  source: AuditSource
  /** Counts users of whom a field would be emptied. @returns how many of them may be emptied */
  countEmptied(transaction: Transaction, amount: number): Promise<number>
  /** Whether the client no longer waits for the response. */
  hasGone(): boolean
  /** @throws ApiError if the token has ended */
  lockToken(transaction: Transaction): Promise<void>
  /** Runs transactions one after the other. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Writes the lines of a batch in short transactions, and leaves out those that are rejected. Sending it again after an
 * interruption has the same result. It stops before the next transaction if the client has disconnected.
 */
export async function writeBatch<Row extends { id: string }, Checked>(
  context: Pick<Context, 'db' | 'engine' | 'audit'>,
  kind: LineKind<Row, Checked>,
  body: Buffer,
  { source, countEmptied, hasGone, lockToken, inTurn }: Caller,
): Promise<WrittenLines> {
  const { audit } = context
  const entry = { ...source, action: `${kind.noun}s.write`, outcome: 'ok' } as const
  const firstLines = new Map<string, number>()
  const errors: LineError[] = []
  const counts = { applied: 0, unchanged: 0, rejected: 0 }
  let chunk: { line: number; row: Row }[] = []
  let bytesInChunk = 0
  let turnBeganAt = performance.now()

  for (const { number, bytes, isEnded } of splitLines(body)) {
    await pause()
    if (hasGone()) break
    const read = await readLine(kind, { number, bytes, isEnded }, pause)
    if (read === 'blank') continue
    if ('errors' in read) {
      reject(number, read.id, read.errors)
      continue
    }
    const { row } = read
    const first = firstLines.get(row.id)
    if (first !== undefined) {
      reject(number, row.id, [
        { path: '', code: 'twice_in_body', message: `The ${kind.noun} is already in line ${first}` },
      ])
      continue
    }
    firstLines.set(row.id, number)
    chunk.push({ line: number, row })
    bytesInChunk += bytes.length
    if (chunk.length >= chunkLines || bytesInChunk >= chunkBytes) await writeChunk()
  }
  await writeChunk()
  await logRest()
  if (counts.rejected === 0) return counts
  return { ...counts, lineErrors: errors.toSorted((a, b) => a.line - b.line).slice(0, mostErrors) }

  async function pause(): Promise<void> {
    if (performance.now() - turnBeganAt <= longestTurnMs) return
    await setImmediate()
    turnBeganAt = performance.now()
  }

  async function writeChunk(): Promise<void> {
    while (chunk.length > 0) {
      const rows = chunk.map(({ row }) => row)
      // Each transaction is progress, so the batch may take as long as it needs, but no transaction may.
      const outcomes = await inTurn(() => withPatience(newPatience(), () => writeRows(rows)))
      if (outcomes.length === 0) return
      for (const [index, outcome] of outcomes.entries()) count(chunk[index], outcome)
      chunk = chunk.slice(outcomes.length)
    }
    bytesInChunk = 0
    turnBeganAt = performance.now()
  }

  async function writeRows(rows: Row[]): Promise<Outcome[]> {
    if (hasGone()) return []
    return writeSome(context, kind, rows, { countEmptied, end })

    async function end(transaction: Transaction, written: Outcome[]): Promise<void> {
      await lockToken(transaction)
      const applied = rows.filter((_row, index) => written[index] === 'applied')
      if (applied.length === 0) return
      await audit.append(transaction, [{ ...entry, subjects: subjectsOf(kind, applied), count: applied.length }])
    }
  }

  function count(line: (typeof chunk)[number] | undefined, outcome: Outcome): void {
    if (typeof outcome === 'string') counts[outcome] += 1
    else if (line) reject(line.line, line.row.id, [outcome])
  }

  function reject(line: number, id: string | null, found: RowError[]): void {
    counts.rejected += 1
    errors.push(...found.map((error) => ({ line, id, ...error })))
  }

  /** The written lines are logged with their transaction; these are the other ones. */
  async function logRest(): Promise<void> {
    const rest = { ...entry, subjects: [] }
    if (counts.rejected > 0)
      await audit.write([{ ...rest, outcome: 'failed', reason: 'rejected_lines', count: counts.rejected }])
    else if (counts.applied === 0 && !hasGone()) await audit.write([{ ...rest, reason: 'unchanged' }])
  }
}

/** A blank line does not count. */
async function readLine<Row extends { id: string }, Checked>(
  kind: LineKind<Row, Checked>,
  { number, bytes, isEnded }: SplitLine,
  pause: () => Promise<void>,
) {
  let text
  try {
    text = decodeLine(number, bytes)
  } catch (error) {
    if (!(error instanceof UnreadableLine)) throw error
    return noRow('not_utf8', 'This line is not text in UTF-8')
  }
  if (text.trim() === '') return 'blank'
  if (!isEnded) return noRow('unfinished', 'The last line has no line end, so it may have been cut off: end every line')
  return parseLine(kind, text, pause)
}

const noRow = (code: RowError['code'], message: string) => ({ id: null, errors: [{ path: '', code, message }] })

/** The subjects of an entry: the users, followed by the reports if the rows are reports. */
function subjectsOf<Row extends { id: string }, Checked>(kind: LineKind<Row, Checked>, rows: Row[]): AuditSubject[] {
  const users = [...new Set(rows.map(kind.userIdOf))].map((id): AuditSubject => `user:${id}`)
  if (kind.noun === 'user') return users
  return [...users, ...rows.map(({ id }): AuditSubject => `report:${id}`)]
}
