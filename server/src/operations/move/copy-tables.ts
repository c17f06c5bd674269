import { createHash } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { Database } from '../../core/database/open.ts'
import { listColumns } from '../../core/database/sqlite/list-columns.ts'
import { progressTable } from '../../core/database/upgrade/restore-place.ts'
import type { Db, Tables, Transaction } from '../../core/database/tables.ts'
import { snakeCase } from '../../core/database/tables/snake-case.ts'

/**
 * All tables except that of running servers, with how many of their rows are read at once; a row may be some megabytes
 * large.
 */
const tables = {
  consoleKey: 1,
  admins: 1_000,
  formerAdmins: 1_000,
  sessions: 1_000,
  knownDevices: 1_000,
  countedUses: 1_000,
  secondFactors: 1_000,
  secondFactorDrafts: 1_000,
  recoveryCodes: 1_000,
  passkeys: 1_000,
  spentChallenges: 1_000,
  signOnIdentities: 1_000,
  signOnFlows: 1_000,
  auditEvents: 1_000,
  auditTerms: 2_000,
  auditIndex: 1,
  auditStream: 1,
  endUsers: 2_000,
  reports: 20,
  erasures: 1_000,
  legalHolds: 1_000,
  reportsKept: 100,
  reasons: 1_000,
  openings: 2_000,
  accessFindings: 1_000,
  accessChecks: 1,
  outbox: 100,
  invitations: 1_000,
  recoveryRequests: 1_000,
  recoveries: 1_000,
  emailChanges: 1_000,
  emailUndos: 1_000,
  patientTableState: 1,
  patientImports: 20,
  patients: 2_000,
  patientImportLists: 8,
  patientImportFiles: 8,
  patientLayouts: 20,
  patientKeptAnswers: 8,
  modelFiles: 100,
  fileVersions: 100,
  fileDecisions: 100,
  openedTexts: 1_000,
  fileUploads: 100,
  fileUploadParts: 1_000,
  fileDigests: 100,
  fileSignatures: 100,
  modelKeys: 100,
  modelRelease: 1,
  serviceAccounts: 100,
  serviceTokens: 100,
  bucketState: 1,
  unknownObjects: 1_000,
  maintenanceRuns: 100,
  roomTrial: 1,
} satisfies Record<Exclude<keyof Tables, 'schemaChanges' | 'replicas'>, number>

type Table = keyof typeof tables
const isTable = (name: string): name is Table => Object.hasOwn(tables, name)
export const movedTables: readonly Table[] = Object.keys(tables).filter(isTable)

type Progress = { name: string; rows: number; last: string | null }
type Row<T extends Table> = Insertable<Tables[T]> & Record<string, unknown>

/** A trigger of PostgreSQL sets it. In the source, it may be from before the search was upgraded. */
const derivedColumn = 'member_id_folded'

/** The columns that are copied of a table: PostgreSQL derives further ones. */
type Shape<T extends Table> = {
  table: T
  columns: string[]
  /** The columns of its primary key, in their order; a table without one has a single row. */
  key: string[]
}

/** The value as in the embedded database. */
export async function shapeOf<T extends Table>({ db }: Database, table: T): Promise<Shape<T>> {
  const { columns, key } = await listColumns(db, snakeCase(table))
  const copied = columns.filter((column) => column !== derivedColumn)
  return { table, columns: copied.map(camelCase), key: key.map(camelCase) }
}

/** Copies what a table does not have yet: each page, and the progress of the move, in one transaction. */
export async function copyTable<T extends Table>(
  { from, to }: { from: Database; to: Database },
  shape: Shape<T>,
  onRows: (rows: number) => void,
): Promise<void> {
  let progress = await readProgress(to, shape.table)
  if (progress) onRows(progress.rows)
  while (progress === undefined || progress.last !== null) {
    const page: Row<T>[] = await readPage(from, shape, progress?.last ?? null)
    const next = { name: shape.table, rows: (progress?.rows ?? 0) + page.length, last: lastKey(shape, page) }
    const isFirst = progress === undefined
    await to.db.transaction().execute(async (transaction) => {
      // These rows exist in every new database.
      if (isFirst) await empty(transaction, shape.table)
      await to.engine.insertMany(transaction, shape.table, page)
      await writeProgress(transaction, next)
    })
    onRows(page.length)
    progress = next
  }
}

/** The number of rows, and the sum of their hashes, which does not depend on their order. */
export async function fingerprint<T extends Table>(
  database: Database,
  shape: Shape<T>,
  onRows: (rows: number) => void,
): Promise<string> {
  let count = 0
  let sum = 0n
  let last: string | null = null
  do {
    const page: Row<T>[] = await readPage(database, shape, last)
    for (const row of page) sum += hashOf(row, shape)
    count += page.length
    onRows(page.length)
    last = lastKey(shape, page)
  } while (last !== null)
  return `${count} ${BigInt.asUintN(256, sum).toString(16)}`
}

async function readPage<T extends Table>(
  { db }: Database,
  { table, columns, key }: Shape<T>,
  last: string | null,
): Promise<Row<T>[]> {
  const listed = (names: string[]) => sql.join(names.map((name) => sql.ref(name)))
  const after: unknown[] = last === null ? [] : JSON.parse(last)
  const where = after.length === 0 ? sql`` : sql`where (${listed(key)}) > (${sql.join(after)})`
  const order = key.length === 0 ? sql`` : sql`order by ${listed(key)} limit ${sql.lit(tables[table])}`
  const { rows } = await sql<Row<T>>`select ${listed(columns)} from ${sql.table(table)} ${where} ${order}`.execute(db)
  return rows
}

/** Null after the last page. */
function lastKey<T extends Table>({ key }: Shape<T>, page: Row<T>[]): string | null {
  const end = page.at(-1)
  return end === undefined || key.length === 0 ? null : JSON.stringify(key.map((name) => end[name]))
}

async function empty(transaction: Transaction, table: Table): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(transaction)
  // The audit log prevents every deletion, and begins empty.
  if (rows.length > 0) await sql`delete from ${sql.table(table)}`.execute(transaction)
}

export async function readProgress({ db }: Pick<Database, 'db'>, name: string): Promise<Progress | undefined> {
  const { rows } = await sql<Progress>`
    select name, rows, last from ${sql.table(progressTable)} where name = ${name}`.execute(db)
  return rows[0]
}

export async function writeProgress(db: Db, { name, rows, last }: Progress): Promise<void> {
  await sql`insert into ${sql.table(progressTable)} (name, rows, last) values (${name}, ${rows}, ${last})
    on conflict (name) do update set rows = excluded.rows, last = excluded.last`.execute(db)
}

function hashOf(row: Record<string, unknown>, { columns }: Shape<Table>): bigint {
  const values = columns.map((name) => {
    const value = row[name]
    return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
  })
  return BigInt(`0x${createHash('sha256').update(JSON.stringify(values)).digest('hex')}`)
}

const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
