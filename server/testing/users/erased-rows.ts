import { sql } from 'kysely'
import type { Db } from '../../src/core/database/tables.ts'
import { finishErasures } from '../../src/features/erasures/erasing/finish-erasures.ts'
import { eraseUser } from '../../src/features/erasures/erasing/store.ts'
import { buildTestApp, type TestApp, type TestAppOptions } from '../build-app.ts'
import { insertReports } from '../reports/insert-reports.ts'
import { insertUsers } from './insert-users.ts'

/** Values that only the erased user has. */
export const erasedValues = { email: 'xanthippe.quill@wyvern.example', lastName: 'Xanthippequill' }
/** A text that only the reports of the erased user contain. */
export const erasedNote = 'zugzwang after the ninth sonata'

/** A console with an erased user, whose deleted rows its tables still contain, and the job that removes them. */
export async function afterErasing(
  others: number,
  options: TestAppOptions = {},
  environment: Record<string, string> = {},
) {
  const testApp = await buildTestApp(environment, options)
  const { context, owner } = testApp
  const rest = Array.from({ length: others }, (_, index) => ({ lastName: `Other ${index}` }))
  const [user] = await insertUsers(testApp, [erasedValues, ...rest])
  if (!user) throw new Error('no user')
  const report = { at: '2026-03-07T00:00:00Z', note: erasedNote }
  await insertReports(testApp, user.id, [report, report, report])
  await sql`analyze end_users, reports`.execute(owner.db)
  const erase = () =>
    context.db
      .transaction()
      .execute((transaction) =>
        eraseUser(transaction, { userId: user.id, erasedAtMs: context.now(), reason: 'x', adminId: null }),
      )
  return { testApp, context, owner, user, erase, finish: finishErasures(context) }
}

export const isFinished = async ({ context: { db } }: TestApp) =>
  (await db.selectFrom('erasures').select('finishedAtMs').executeTakeFirstOrThrow()).finishedAtMs !== null

export const hasText = (content: string) =>
  [...Object.values(erasedValues), erasedNote].some((text) =>
    // PostgreSQL shows bytes as hexadecimal digits.
    [text, Buffer.from(text).toString('hex')].some((shown) => content.toLowerCase().includes(shown.toLowerCase())),
  )

/** The tables whose files contain a text of the user. */
export async function filesWithTexts(db: Db): Promise<string[]> {
  await sql`checkpoint`.execute(db)
  const { rows } = await sql<{ name: string; content: string }>`
    select relname as name, encode(pg_read_binary_file(pg_relation_filepath(oid)), 'escape') as content from pg_class
    where relname in ('end_users', 'reports')`.execute(db)
  return rows.flatMap(({ name, content }) => (hasText(content) ? [name] : [])).toSorted()
}
