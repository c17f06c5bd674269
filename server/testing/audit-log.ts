import type { AuditSubject } from '@health-console/contract/audit/actions.ts'
import { sql, type Transaction } from 'kysely'
import type { Context } from '../src/core/context.ts'
import type { Tables } from '../src/core/database/tables.ts'

/** The column `subjects` of a row of the audit log. */
export const named = (...subjects: AuditSubject[]) => JSON.stringify(subjects)

/** Changes or removes rows of the audit log, which only the owner of the database can do. */
export async function tamperWithLog(
  { db, engine }: Pick<Context, 'db' | 'engine'>,
  work: (transaction: Transaction<Tables>) => Promise<unknown>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const run = (statement: string) => sql.raw(statement).execute(transaction)
    if (engine.name === 'postgres') {
      await run('alter table audit_events disable trigger user')
      await work(transaction)
      await run('alter table audit_events enable trigger user')
      return
    }
    const { rows: guard } = await sql<{ name: string; sql: string }>`
      select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'audit_events'`.execute(transaction)
    for (const { name } of guard) await run(`drop trigger ${name}`)
    await work(transaction)
    for (const trigger of guard) await run(trigger.sql)
  })
}
