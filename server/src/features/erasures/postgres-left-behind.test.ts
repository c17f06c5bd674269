import { patientColumns } from '@health-console/contract/patients/patients.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { databaseUrl } from '../../../testing/engines/postgres-setup.ts'
import { insertReports } from '../../../testing/reports/insert-reports.ts'
import {
  afterErasing,
  erasedNote,
  erasedValues,
  filesWithTexts,
  hasText,
  isFinished,
} from '../../../testing/users/erased-rows.ts'
import { tablesOfPeople } from '../../core/database/engine.ts'
import type { Db } from '../../core/database/tables.ts'
import { deleteEnded } from '../../operations/delete-ended.ts'
import { insertImport } from '../patients/import/store.ts'
import { sweepImports } from '../patients/import/sweep-imports.ts'
import { writeTable } from '../patients/table/write-table.ts'
import { expireReports } from './old-reports/expire-reports.ts'
import { noteReportsKept } from './old-reports/report-keeping.ts'

const never = new AbortController().signal

/** The system catalogues with a text of the user, such as the statistics of the planner. */
async function cataloguesWithTexts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'pg_catalog'::regnamespace and relkind in ('r', 'v')
    -- It reads the time zones of the machine, which takes an eighth of the time of all.
    and relname <> 'pg_timezone_names'
    order by relname`.execute(db)
  const found: string[] = []
  for (const { name } of rows) {
    const read = sql<{ content: string }>`select t::text as content from pg_catalog.${sql.id(name)} t`
    const content = await read.execute(db).then(
      (result) => result.rows.map((row) => row.content).join('\n'),
      // A few views reject to be read as a whole.
      () => '',
    )
    if (hasText(content)) found.push(name)
  }
  return found
}

/** A connection of the superuser, who owns the tables. */
async function connect({ context: { config } }: TestApp) {
  const { pathname } = new URL(config.databaseUrl ?? '')
  const client = new pg.Client({
    connectionString: databaseUrl(inject('postgres')?.serverUrl ?? '', pathname.slice(1)),
  })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test.for([300, 0])(
  'an erasure leaves no value in the pages of the tables or in any catalogue of PostgreSQL, with %i other users',
  { tags: 'postgres' },
  async (others) => {
    const { testApp, owner, erase, finish } = await afterErasing(others)
    expect(await filesWithTexts(owner.db)).toEqual(['end_users', 'reports'])
    expect(await cataloguesWithTexts(owner.db)).toEqual(['pg_statistic', 'pg_stats'])
    await erase()
    await finish(never)
    expect(await isFinished(testApp)).toBe(true)
    expect(await filesWithTexts(owner.db)).toEqual([])
    expect(await cataloguesWithTexts(owner.db)).toEqual([])
    const { rows } = await sql`select from end_users union all select from reports`.execute(owner.db)
    expect(rows).toHaveLength(others)
  },
)

/** How each begins and ends, and whether transactions that begin meanwhile may read what it may read. */
const olderReaders: Record<string, [begin: string, end: string, passesOn: boolean]> = {
  'a transaction that reads': [
    'begin isolation level repeatable read; select count(*) from end_users',
    'commit',
    false,
  ],
  'a prepared transaction': [
    `begin; insert into room_trial (id, content) values (1, '') on conflict do nothing; prepare transaction 'older'`,
    `rollback prepared 'older'`,
    true,
  ],
}

test.for(Object.entries(olderReaders))(
  'while %s from before can still read the erased rows, the erasure is not finished, which the audit log reports',
  { tags: 'postgres' },
  async ([, [begin, end, passesOn]]) => {
    const { testApp, context, owner, user, erase, finish } = await afterErasing(300)
    const older = await connect(testApp)
    await older.query(begin)
    await erase()
    const waits = () =>
      context.db.selectFrom('auditEvents').selectAll().where('action', '=', 'user.erase_wait').execute()
    await finish(never)
    expect([await isFinished(testApp), await waits()]).toEqual([false, []])
    testApp.advance(61_000)
    await finish(never)
    await finish(never)
    expect(await isFinished(testApp)).toBe(false)
    expect(await filesWithTexts(owner.db)).toEqual(['end_users', 'reports'])
    const reason = expect.stringMatching(/^older_transaction_since_2\d{3}-\d\d-\d\dT[\d:.]+Z$/)
    expect(await waits()).toMatchObject([{ reason, subjects: JSON.stringify([`user:${user.id}`]) }])
    const later = await connect(testApp)
    await later.query('begin isolation level repeatable read; select count(*) from end_users')
    await older.query(end)
    await finish(never)
    expect(await isFinished(testApp)).toBe(!passesOn)
    expect(await filesWithTexts(owner.db)).toEqual(passesOn ? ['end_users', 'reports'] : [])
    await later.query('commit')
    await finish(never)
    expect(await isFinished(testApp)).toBe(true)
    expect(await filesWithTexts(owner.db)).toEqual([])
  },
)

const hour = 3_600_000

test.for([0, 3])(
  'the deletion of old reports leaves no value in any catalogue of PostgreSQL, with %i newer reports',
  { tags: 'postgres' },
  async (newer) => {
    const testApp = await buildTestApp({ REPORTS_KEPT_YEARS: '10' })
    const { context, owner } = testApp
    const old = { at: '2001-03-07T00:00:00Z', note: erasedNote }
    await insertReports(testApp, 'a', [old, old, old])
    const at = `${new Date(context.now()).getUTCFullYear()}-01-01T00:00:00Z`
    await insertReports(
      testApp,
      'b',
      Array.from({ length: newer }, () => ({ at })),
    )
    await sql`analyze reports`.execute(owner.db)
    expect(await cataloguesWithTexts(owner.db)).toEqual(['pg_statistic', 'pg_stats'])
    for (let passed = 0; passed < 48; passed += 1) {
      await noteReportsKept(context)
      await expireReports(context, never)
      testApp.advance(hour)
    }
    expect(await context.db.selectFrom('reports').select('id').execute()).toHaveLength(newer)
    expect(await cataloguesWithTexts(owner.db)).toEqual([])
  },
)

test.for([0, 300])(
  'the deletion of a table of patients leaves no value in any catalogue of PostgreSQL, with %i other patients',
  { tags: 'postgres' },
  async (others) => {
    const testApp = await buildTestApp()
    const { context, owner } = testApp
    const { db, engine, now } = context
    const rowOf = (text: string) =>
      patientColumns.map(({ key }) => (key === 'memberId' || key === 'subjectId' ? text : null))
    await writeTable({ db, engine }, 'old', [rowOf(erasedValues.lastName), rowOf(erasedValues.email)])
    await writeTable(
      { db, engine },
      'current',
      Array.from({ length: others }, (_, index) => rowOf(`HM-${index}`)),
    )
    const file = { fileName: erasedNote, sizeBytes: 1, sha256: '', rowCount: 2, baseImportId: null, adminId: null }
    await insertImport(db, {
      id: 'old',
      tableId: 'old',
      state: 'dropped',
      ...file,
      createdAtMs: now(),
      appliedAtMs: null,
    })
    await db
      .updateTable('patientImports')
      .set({ report: JSON.stringify({ found: erasedValues }) })
      .execute()
    await db
      .insertInto('patientImportLists')
      .values({ importId: 'old', name: erasedValues.lastName, chunk: 0, data: Buffer.from(erasedValues.lastName) })
      .execute()
    await sql`analyze`.execute(owner.db)
    expect(await cataloguesWithTexts(owner.db)).toEqual(['pg_statistic', 'pg_stats'])
    testApp.advance(hour)
    await sweepImports(context)
    expect(await db.selectFrom('patients').select('memberId').execute()).toHaveLength(others)
    expect(await cataloguesWithTexts(owner.db)).toEqual([])
  },
)

/** The other tables, and why their statistics contain no value of a user or a patient. */
const withoutPeople: Record<string, string> = {
  ...Object.fromEntries(
    [
      'admins',
      'email_changes',
      'email_undos',
      'former_admins',
      'invitations',
      'known_devices',
      'outbox',
      'passkeys',
      'recoveries',
      'recovery_codes',
      'recovery_requests',
      'second_factor_drafts',
      'second_factors',
      'sessions',
      'sign_on_flows',
      'sign_on_identities',
      'spent_challenges',
    ].map((table) => [table, 'about admins']),
  ),
  ...Object.fromEntries(
    [
      'file_decisions',
      'file_digests',
      'file_signatures',
      'file_upload_parts',
      'file_uploads',
      'file_versions',
      'model_files',
      'model_keys',
      'model_release',
      'opened_texts',
      'unknown_objects',
    ].map((table) => [table, 'about model files']),
  ),
  ...Object.fromEntries(
    [
      'audit_index',
      'audit_stream',
      'bucket_state',
      'console_key',
      'maintenance_runs',
      'patient_table_state',
      'replicas',
      'reports_kept',
      'room_trial',
      'schema_changes',
      'service_accounts',
      'service_tokens',
      'search_letters',
      'search_pairs',
      'search_upgrades',
      'access_checks',
      'user_counts',
    ].map((table) => [table, 'about the console itself']),
  ),
  audit_events: 'contains IDs, which are kept after an erasure',
  audit_terms: 'contains IDs, which are kept after an erasure',
  erasures: 'contains the IDs of erased users, which are kept',
  legal_holds: 'contains IDs and the words of admins, and its users cannot be erased',
  reasons: 'contains the words of admins',
  counted_uses: 'contains IDs',
  openings: 'contains IDs, which are kept in the audit log',
  access_findings: 'contains IDs, which are kept in the audit log',
  patient_layouts: 'contains headings and words of columns, which are of no one in particular',
  patient_kept_answers: 'contains headings, words of columns and keyed hashes',
}

test('it is known of every table whether it contains values of people', { tags: 'postgres' }, async () => {
  const { owner } = await buildTestApp()
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(owner.db)
  const known = [...tablesOfPeople, ...Object.keys(withoutPeople)]
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
})

/** Columns that accept only some values. */
const particular: Record<string, (text: string) => string> = {
  'end_users.date_of_birth': () => '',
  // Its folded form is stored only if it differs.
  'end_users.member_id': (text) => `${text} É`,
  'reports.document': (text) => JSON.stringify({ reportId: text, generatedAt: 1, note: text }),
}

test(
  'no value of a deleted row of any table stays in any catalogue of PostgreSQL, whatever column it was in',
  { tags: 'postgres' },
  async () => {
    const { context, owner } = await buildTestApp()
    for (const table of tablesOfPeople) await fillEachColumn(owner.db, table)
    for (const table of tablesOfPeople) {
      await sql`delete from ${sql.table(table)}`.execute(owner.db)
      await context.engine.forgetDeleted?.(table)
    }
    expect(await cataloguesWithTexts(owner.db)).toEqual([])
  },
)

/** Fills each column that accepts it with a text of the user, so that the statistics contain it. */
async function fillEachColumn(db: Db, table: string) {
  const { rows: columns } = await sql<{ name: string; type: string; isGenerated: boolean }>`
    select attname as name, format_type(atttypid, atttypmod) as type, attgenerated <> '' as is_generated
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(db)
  const valueOf = ({ name, type }: { name: string; type: string }, text: string) => {
    if (type === 'bytea') return Buffer.from(text)
    return type === 'text' ? (particular[`${table}.${name}`]?.(text) ?? text) : 1
  }
  const filled = columns.filter(({ isGenerated }) => !isGenerated)
  for (const number of [1, 2, 3]) {
    const values = filled.map((column) =>
      column.name === 'chunk' || column.name === 'position' ? number : valueOf(column, `${erasedNote} ${number}`),
    )
    const names = sql.join(filled.map(({ name }) => sql.id(name)))
    await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(values)})`.execute(db)
  }
  await sql`analyze ${sql.table(table)}`.execute(db)
  const { rows: stats } = await sql<{ name: string; content: string }>`
    select attname as name, concat(most_common_vals, histogram_bounds) as content
    from pg_stats where tablename = ${table}`.execute(db)
  const withText = stats.filter(({ content }) => hasText(content)).map(({ name }) => name)
  const texts = columns.filter(({ name, type }) => /^(text|bytea)/.test(type) && !isWithoutText(table, name))
  expect([table, withText.toSorted()]).toEqual([table, texts.map(({ name }) => name).toSorted()])
}

/** The date of birth and its sort key. */
const isWithoutText = (table: string, column: string) =>
  table === 'end_users' && ['date_of_birth', 'birth_key'].includes(column)

test('the deletion of stored import files leaves no value in any catalogue of PostgreSQL', async () => {
  const { context, owner } = await buildTestApp()
  const file = (chunk: number) => ({ importId: 'gone', chunk, data: Buffer.from(`${erasedNote} ${chunk}`) })
  await context.db
    .insertInto('patientImportFiles')
    .values([file(0), file(1)])
    .execute()
  await sql`analyze`.execute(owner.db)
  expect(await cataloguesWithTexts(owner.db)).toEqual(['pg_statistic', 'pg_stats'])
  await deleteEnded(context)
  expect(await cataloguesWithTexts(owner.db)).toEqual([])
})

test(
  'a role that may not vacuum the tables finishes an erasure once their owner has vacuumed them, after all older transactions',
  { tags: 'postgres' },
  async () => {
    const { testApp, owner, erase, finish } = await afterErasing(300, { serverRole: true })
    const vacuum = (table: string) => sql`vacuum (index_cleanup on, analyze) ${sql.table(table)}`.execute(owner.db)
    // The role does not see what a transaction of the owner can still read.
    const older = await connect(testApp)
    await older.query('begin isolation level repeatable read; select count(*) from end_users')
    await erase()
    await finish(never)
    for (const table of ['end_users', 'reports']) await vacuum(table)
    await finish(never)
    expect(await isFinished(testApp)).toBe(false)
    await older.query('commit')
    for (let run = 0; run < 3; run += 1) await finish(never)
    expect(await isFinished(testApp)).toBe(false)
    await vacuum('end_users')
    await finish(never)
    expect(await isFinished(testApp)).toBe(false)
    await vacuum('reports')
    await finish(never)
    expect(await isFinished(testApp)).toBe(true)
    expect(await filesWithTexts(owner.db)).toEqual([])
  },
)
