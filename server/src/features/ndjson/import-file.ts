import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { byOperator } from '../../core/audit/entry.ts'
import { type Command, getOnly, toPath } from '../../commands/command.ts'
import type { Terminal } from '../../commands/terminal.ts'
import { createProgress } from '../../commands/progress.ts'
import type { Context } from '../../core/context.ts'
import type { Db } from '../../core/database/tables.ts'
import { createIdList, hashId } from './id-list.ts'
import { type LineKind, parseLine, type RowError } from './line-kind.ts'
import { UnreadableLine, readLines } from './read-lines.ts'
import { type Outcome, writeSome } from './write-rows.ts'

const mostErrors = 20
const mostListed = 100
const checkedAtOnce = 500
const largestBatchBytes = 1024 * 1024
/** How many rows are read before they are written, in one transaction if no one waits to write. */
const batchRows = 5_000

/** The command that imports such a file. */
export function importCommand<Row extends { id: string }, Checked>(
  summary: string,
  kind: LineKind<Row, Checked>,
): Command {
  return {
    usage: `import-${kind.noun}s FILE [--allow-erased] [--allow-older]`,
    summary: `${summary} Lines of erased users are skipped unless --allow-erased is given. Lines with an older revision are rejected unless --allow-older is given.`,
    async run(context, args, terminal: Terminal = process) {
      const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: { 'allow-erased': { type: 'boolean' }, 'allow-older': { type: 'boolean' } },
      })
      const options = {
        ...(values['allow-older'] ? allowingOlder(kind) : kind),
        ...(values['allow-erased'] && { findErased: async () => new Set<string>() }),
      }
      const { lines, cleaned, skipped } = await importFile(
        context,
        toPath(getOnly(positionals, 'file'), terminal),
        options,
      )
      const counts = [...skipped.values()].flatMap((users) => [...users.values()])
      return [
        `Imported ${count(lines - sum(counts))}.`,
        ...(cleaned === 0 ? [] : [`Removed invisible characters from ${count(cleaned)}.`]),
        ...[...skipped].map(
          ([code, users]) =>
            `Skipped ${count(sum([...users.values()]))}, because these users ${whySkipped[code]}: ${listSome([...users.keys()])}.`,
        ),
      ].join(' ')

      function count(amount: number): string {
        return `${amount.toLocaleString('en-GB')} ${kind.noun}${amount === 1 ? '' : 's'}`
      }
    },
  }
}

/** Why lines that a file may contain are skipped, by the code of their error. */
const whySkipped = {
  erased: 'were erased',
  legal_hold: 'are on legal hold, and a field would be emptied',
  on_hold: 'are on legal hold, and a field would be changed',
} as const
type Skipped = Map<keyof typeof whySkipped, Map<string, number>>

const isSkipped = (code: RowError['code']): code is keyof typeof whySkipped => Object.hasOwn(whySkipped, code)

const sum = (amounts: number[]) => amounts.reduce((total, each) => total + each, 0)

/** How to recover from a revision that was too high. */
function allowingOlder<Row extends { id: string }, Checked>(kind: LineKind<Row, Checked>): typeof kind {
  const { findEmptied, findHeld } = kind
  return {
    ...kind,
    ...(findEmptied && { findEmptied: (transaction, rows) => findEmptied(transaction, rows, true) }),
    ...(findHeld && { findHeld: (transaction, rows) => findHeld(transaction, rows, true) }),
    findConflicts: async (db, rows) =>
      new Map([...(await kind.findConflicts(db, rows))].filter(([, { code }]) => code !== 'older_revision')),
    write: (transaction, rows) => kind.write(transaction, rows, true),
  }
}

function listSome(ids: string[]): string {
  const more = ids.length > mostListed ? ` and ${(ids.length - mostListed).toLocaleString('en-GB')} more` : ''
  return `${ids.slice(0, mostListed).join(', ')}${more}`
}

/**
 * Reads the file twice. The first pass checks every line, and nothing is written if one is invalid. The second pass
 * writes in short transactions; after an interruption, import the file again. The import is logged before the first
 * transaction and in the last one, so an interrupted import has a start and no end.
 * @returns the number of lines, of those from which characters were removed, and of those left out, by their users
 * @throws Error with the line and field of each error
 */
async function importFile<Row extends { id: string }, Checked>(
  context: Context,
  path: string,
  kind: LineKind<Row, Checked>,
) {
  const info = await stat(path).catch(() => undefined)
  if (!info?.isFile()) throw new Error(`There is no file ${path}.`)
  const lines = await checkFile(context.db, path, info.size, kind)
  return { lines, ...(await writeFile(context, path, info.size, kind)) }
}

async function checkFile<Row extends { id: string }, Checked>(
  db: Db,
  path: string,
  sizeBytes: number,
  kind: LineKind<Row, Checked>,
): Promise<number> {
  const progress = createProgress('Checked', sizeBytes)
  const errors: string[] = []
  const ids = createIdList()
  let batch: { number: number; row: Row }[] = []
  let lines = 0

  async function findConflicts(): Promise<void> {
    const conflicts = await kind.findConflicts(
      db,
      batch.map(({ row }) => row),
    )
    for (const { number, row } of batch) {
      const conflict = conflicts.get(row.id)
      if (conflict) errors.push(describe(number, conflict))
    }
    batch = []
  }

  try {
    for await (const line of readLines(path)) {
      lines += 1
      const result = await parseLine(kind, line.text)
      if ('errors' in result) errors.push(...result.errors.map((error) => describe(line.number, error)))
      else {
        ids.add(result.row.id)
        batch.push({ number: line.number, row: result.row })
        if (batch.length >= checkedAtOnce) await findConflicts()
      }
      if (errors.length >= mostErrors) break
      progress.show(lines, line.endsAtByte)
    }
    await findConflicts()
    if (errors.length === 0) errors.push(...(await findRepeated(path, kind, ids.listRepeated())))
  } catch (error) {
    if (!(error instanceof UnreadableLine)) throw error
    errors.push(`line ${error.line} ${error.message}`)
  } finally {
    progress.clear()
  }
  if (errors.length === 0) return lines
  const more = errors.length >= mostErrors ? '\n  … and perhaps more' : ''
  const list = errors.slice(0, mostErrors).map((error) => `\n  ${error}`)
  throw new Error(`Nothing was imported. The file has invalid lines:${list.join('')}${more}`)
}

/** Reads the file once more to find the line numbers, which are needed only if an id occurs twice. */
async function findRepeated<Row extends { id: string }, Checked>(
  path: string,
  kind: LineKind<Row, Checked>,
  repeated: ReadonlySet<bigint>,
): Promise<string[]> {
  if (repeated.size === 0) return []
  const errors: string[] = []
  const firstLines = new Map<string, number>()
  for await (const line of readLines(path)) {
    const result = await parseLine(kind, line.text)
    if ('errors' in result) continue
    const { id } = result.row
    if (!repeated.has(hashId(id))) continue
    const first = firstLines.get(id)
    if (first === undefined) firstLines.set(id, line.number)
    else
      errors.push(
        `line ${line.number}, twice_in_file: The ${kind.noun} ${JSON.stringify(id)} is already in line ${first}`,
      )
    if (errors.length >= mostErrors) break
  }
  return errors
}

async function writeFile<Row extends { id: string }, Checked>(
  context: Context,
  path: string,
  sizeBytes: number,
  kind: LineKind<Row, Checked>,
): Promise<{ cleaned: number; skipped: Skipped }> {
  const { db, engine, audit } = context
  const entry = { ...byOperator, subjects: [] }
  const action = `${kind.noun}s.import` as const
  const progress = createProgress('Imported', sizeBytes)
  let rows: Row[] = []
  let batchBytes = 0
  let lines = 0
  let cleaned = 0
  const skipped: Skipped = new Map()

  /** Writes the rows that have been read. */
  async function flush(isEnd = false): Promise<void> {
    do {
      const outcomes = await writeSome(context, kind, rows, {
        end: async (transaction, written) => {
          if (isEnd && written.length === rows.length) await audit.append(transaction, [{ ...entry, action }])
        },
      })
      for (const [index, row] of rows.slice(0, outcomes.length).entries()) noteOutcome(row, outcomes[index])
      rows = rows.slice(outcomes.length)
    } while (rows.length > 0)
    batchBytes = 0
  }

  function noteOutcome(row: Row, outcome: Outcome | undefined): void {
    if (typeof outcome !== 'object') return
    if (!isSkipped(outcome.code))
      throw new Error(`Changed during the import: ${JSON.stringify(row.id)}, ${outcome.message}`)
    const users = skipped.get(outcome.code) ?? new Map<string, number>()
    const userId = kind.userIdOf(row)
    users.set(userId, (users.get(userId) ?? 0) + 1)
    skipped.set(outcome.code, users)
  }

  try {
    await audit.write([{ ...entry, action: `${action}_begin` }])
    for await (const line of readLines(path)) {
      lines += 1
      const result = await parseLine(kind, line.text)
      if ('errors' in result) throw new Error(`The file was changed during the import, line ${line.number}`)
      if (result.isCleaned) cleaned += 1
      rows.push(result.row)
      batchBytes += line.text.length
      if (rows.length < batchRows && batchBytes < largestBatchBytes) continue
      await flush()
      progress.show(lines, line.endsAtByte)
    }
    await flush(true)
    await engine.refreshStatistics(db, kind.tables)
    return { cleaned, skipped }
  } finally {
    progress.clear()
  }
}

function describe(line: number, { code, path, message }: RowError): string {
  if (code === 'not_json') return `line ${line} is not JSON`
  if (path !== '') return `line ${line}, ${path}: ${message}`
  return code === 'invalid' ? `line ${line}, ${message}` : `line ${line}, ${code}: ${message}`
}
