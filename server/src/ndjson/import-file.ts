import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { byOperator } from '../audit/entry.ts'
import { type Command, getOnly, toPath } from '../commands/command.ts'
import type { Context } from '../context.ts'
import type { Db, Transaction } from '../database/tables.ts'
import { type JsonLine, readJsonLine } from './json-line.ts'
import { type Line, LineError, readLines } from './read-lines.ts'
import { createIdList, hashId } from './id-list.ts'
import { createProgress } from '../commands/progress.ts'

z.config(z.locales.en())

const mostProblems = 20
const mostListed = 100
const checkedAtOnce = 500
const largestBatchBytes = 1024 * 1024
/** Rows in a transaction: few if others may be waiting to write. */
const batchRows = { short: 100, long: 5_000 }
/** Rows in a statement, which may only have a limited number of parameters. */
const statementRows = 500

/** What a file contains, one row a line. */
type FileKind<Row, Checked> = {
  noun: 'user' | 'report'
  schema: z.ZodMiniType<Checked>
  toRow(checked: Checked, line: JsonLine): Row
  idOf(row: Row): string
  userIdOf(row: Row): string
  /** Which of these users were erased, and are left out. */
  findErased(transaction: Transaction, userIds: string[]): Promise<Set<string>>
  /** Why rows cannot be taken beside those in the database, by their ids. */
  findConflicts?(db: Db, rows: Row[]): Promise<Map<string, string>>
  /** The tables that are written, by their database names. */
  tables: readonly string[]
  /** Inserts rows with distinct ids, or updates those whose id exists. */
  write(transaction: Transaction, rows: Row[]): Promise<void>
  /** Whether `toRow` removes characters. */
  isCleaned?(checked: Checked): boolean
  /** What is left to do after the last row. */
  finish?(context: Context): Promise<void>
}

/** The command that imports such a file. */
export function importCommand<Row, Checked>(summary: string, kind: FileKind<Row, Checked>): Command {
  return {
    usage: `import-${kind.noun}s FILE [--allow-erased]`,
    summary: `${summary} Lines of erased users are left out, unless --allow-erased is given.`,
    async run(context, args) {
      const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: { 'allow-erased': { type: 'boolean' } },
      })
      const given = values['allow-erased'] ? { ...kind, findErased: async () => new Set<string>() } : kind
      const { lines, cleaned, erased } = await importFile(context, getOnly(positionals, 'file'), given)
      await kind.finish?.(context)
      const skipped = [...erased.values()].reduce((total, each) => total + each, 0)
      return [
        `Imported ${count(lines - skipped)}.`,
        ...(cleaned === 0 ? [] : [`Removed invisible characters from ${count(cleaned)}.`]),
        ...(skipped === 0 ? [] : [`Left out ${count(skipped)} of erased users: ${listSome([...erased.keys()])}.`]),
      ].join(' ')

      function count(amount: number): string {
        return `${amount.toLocaleString('en-GB')} ${kind.noun}${amount === 1 ? '' : 's'}`
      }
    },
  }
}

function listSome(ids: string[]): string {
  const more = ids.length > mostListed ? ` and ${(ids.length - mostListed).toLocaleString('en-GB')} more` : ''
  return `${ids.slice(0, mostListed).join(', ')}${more}`
}

/**
 * Reads the file twice. The first pass checks every line, and nothing is written if one is wrong. The second pass
 * writes in short transactions; after an interruption, import the file again. The import is logged before the first
 * transaction and in the last one, so an interrupted import has a start and no end.
 * @returns the number of lines, of those from which characters were removed, and of those left out, by their users
 * @throws Error naming the line and field of each problem
 */
async function importFile<Row, Checked>(context: Context, file: string, kind: FileKind<Row, Checked>) {
  const path = toPath(file)
  const info = await stat(path).catch(() => undefined)
  if (!info?.isFile()) throw new Error(`There is no file ${path}.`)
  const lines = await checkFile(context.db, path, info.size, kind)
  return { lines, ...(await writeFile(context, path, info.size, kind)) }
}

async function checkFile<Row, Checked>(
  db: Db,
  path: string,
  sizeBytes: number,
  kind: FileKind<Row, Checked>,
): Promise<number> {
  const progress = createProgress('Checked', sizeBytes)
  const problems: string[] = []
  const ids = createIdList()
  let batch: { number: number; row: Row }[] = []
  let lines = 0

  async function findConflicts(): Promise<void> {
    const conflicts = await kind.findConflicts?.(
      db,
      batch.map(({ row }) => row),
    )
    for (const { number, row } of batch) {
      const conflict = conflicts?.get(kind.idOf(row))
      if (conflict !== undefined) problems.push(`line ${number}, ${conflict}`)
    }
    batch = []
  }

  try {
    for await (const line of readLines(path)) {
      lines += 1
      const result = parseLine(kind, line)
      if ('problems' in result) problems.push(...result.problems)
      else {
        ids.add(kind.idOf(result.row))
        if (kind.findConflicts) batch.push({ number: line.number, row: result.row })
        if (batch.length >= checkedAtOnce) await findConflicts()
      }
      if (problems.length >= mostProblems) break
      progress.show(lines, line.endsAtByte)
    }
    await findConflicts()
    if (problems.length === 0) problems.push(...(await findRepeated(path, kind, ids.listRepeated())))
  } catch (error) {
    if (!(error instanceof LineError)) throw error
    problems.push(`line ${error.line} ${error.message}`)
  } finally {
    progress.clear()
  }
  if (problems.length === 0) return lines
  const more = problems.length >= mostProblems ? '\n  … and perhaps more' : ''
  const list = problems.slice(0, mostProblems).map((problem) => `\n  ${problem}`)
  throw new Error(`Nothing was imported. The file has invalid lines:${list.join('')}${more}`)
}

/** Reads the file once more to name the lines, which nobody needs to remember unless an id comes twice. */
async function findRepeated<Row, Checked>(
  path: string,
  kind: FileKind<Row, Checked>,
  repeated: ReadonlySet<bigint>,
): Promise<string[]> {
  if (repeated.size === 0) return []
  const problems: string[] = []
  const firstLines = new Map<string, number>()
  for await (const line of readLines(path)) {
    const result = parseLine(kind, line)
    if ('problems' in result) continue
    const id = kind.idOf(result.row)
    if (!repeated.has(hashId(id))) continue
    const first = firstLines.get(id)
    if (first === undefined) firstLines.set(id, line.number)
    else
      problems.push(
        `line ${line.number}, twice_in_file: The ${kind.noun} ${JSON.stringify(id)} is in line ${first} already`,
      )
    if (problems.length >= mostProblems) break
  }
  return problems
}

async function writeFile<Row, Checked>(
  context: Context,
  path: string,
  sizeBytes: number,
  kind: FileKind<Row, Checked>,
): Promise<{ cleaned: number; erased: Map<string, number> }> {
  const { db, engine, audit } = context
  const entry = { ...byOperator, subjects: [] }
  const action = `${kind.noun}s.import` as const
  const progress = createProgress('Imported', sizeBytes)
  let rows: Row[] = []
  let batchBytes = 0
  let lines = 0
  let cleaned = 0
  const erased = new Map<string, number>()

  let mostRows = batchRows.short
  async function flush(isLast = false): Promise<void> {
    const batch = rows
    rows = []
    batchBytes = 0
    const startedAt = performance.now()
    await db.transaction().execute(async (transaction) => {
      // A user who is erased meanwhile must not come back.
      await engine.serialize(transaction, 'erasures')
      for (let start = 0; start < batch.length; start += statementRows) {
        const taken = await leaveOutErased(transaction, batch.slice(start, start + statementRows))
        if (taken.length > 0) await kind.write(transaction, taken)
      }
      if (isLast) await audit.append(transaction, [{ ...entry, action }])
    })
    if (mostRows === batchRows.short) await engine.yieldWriteLock(performance.now() - startedAt)
  }

  async function leaveOutErased(transaction: Transaction, batch: Row[]): Promise<Row[]> {
    const found = await kind.findErased(transaction, batch.map(kind.userIdOf))
    if (found.size === 0) return batch
    const isErased = (row: Row) => found.has(kind.userIdOf(row))
    for (const userId of batch.filter(isErased).map(kind.userIdOf)) erased.set(userId, (erased.get(userId) ?? 0) + 1)
    return batch.filter((row) => !isErased(row))
  }

  try {
    await audit.write([{ ...entry, action: `${action}_begin` }])
    mostRows = engine.mayHoldWriteLock() ? batchRows.long : batchRows.short
    for await (const line of readLines(path)) {
      lines += 1
      const result = parseLine(kind, line)
      if ('problems' in result) throw new Error(`The file was changed during the import: ${result.problems[0]}`)
      if (result.isCleaned) cleaned += 1
      rows.push(result.row)
      batchBytes += line.text.length
      if (rows.length < mostRows && batchBytes < largestBatchBytes) continue
      await flush()
      mostRows = engine.mayHoldWriteLock() ? batchRows.long : batchRows.short
      progress.show(lines, line.endsAtByte)
    }
    await flush(true)
    await engine.refreshStatistics(db, kind.tables)
    return { cleaned, erased }
  } finally {
    progress.clear()
  }
}

function parseLine<Row, Checked>(
  { schema, toRow, isCleaned }: FileKind<Row, Checked>,
  { number, text }: Line,
): { row: Row; isCleaned: boolean } | { problems: string[] } {
  let line: JsonLine
  try {
    line = readJsonLine(text)
  } catch {
    return { problems: [`line ${number} is not JSON`] }
  }
  if (line.problem) return { problems: [`line ${number}, ${line.problem.path}: ${line.problem.message}`] }
  const result = schema.safeParse(line.value)
  if (result.success) return { row: toRow(result.data, line), isCleaned: isCleaned?.(result.data) ?? false }
  return { problems: result.error.issues.map((issue) => `line ${number}, ${describe(issue)}`) }
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')}: This field is not known here`
  return issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message
}
