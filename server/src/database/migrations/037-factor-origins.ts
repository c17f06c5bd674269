import { type Kysely, sql } from 'kysely'

export const isAdditive = true

const dayMs = 24 * 3_600_000

/** In which session a factor was added and a change of e-mail requested, so that an undo finds what belongs together. */
export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ['secondFactors', 'passkeys', 'recoveryCodes', 'emailChanges', 'emailUndos'])
    await db.schema.alterTable(table).addColumn('sessionId', 'text').execute()
  await db.schema
    .alterTable('admins')
    .addColumn('lostFactor', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()

  await db.schema
    .alterTable('recoveryCodes')
    .addColumn('createdAtMs', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  // Unknown: an undo within the next days removes them, as before.
  await db.updateTable('recoveryCodes').set({ createdAtMs: Date.now() }).execute()

  for (const [table, lifeMs] of [
    ['emailChanges', dayMs],
    ['emailUndos', 7 * dayMs],
  ] as const) {
    await db.schema
      .alterTable(table)
      .addColumn('requestedAtMs', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    // A server of the previous version leaves it out during the upgrade: 1 is the safe side.
    await db.schema
      .alterTable(table)
      .addColumn('hadFactor', 'bigint', (column) => column.notNull().defaultTo(1))
      .execute()
    const requestedAtMs = sql`expires_at_ms - ${sql.lit(lifeMs)}`
    const older = (factor: string) =>
      sql`exists (select 1 from ${sql.ref(factor)} as factor where factor.admin_id = ${sql.ref(`${table}.adminId`)}
        and factor.created_at_ms < ${requestedAtMs})`
    await db
      .updateTable(table)
      .set({
        requestedAtMs,
        hadFactor: sql`case when ${older('secondFactors')} or ${older('passkeys')} then 1 else 0 end`,
      })
      .execute()
  }
}
