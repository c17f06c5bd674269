import { type Kysely, sql } from 'kysely'
import type { EngineName } from '../tables/create-table.ts'

/** From 0.2.0 to 0.3.0. */
export async function up(db: Kysely<any>, engine: { name: EngineName }): Promise<void> {
  await renameGuard(db, engine)
  await addFactorOrigins(db)
  await addMaintenanceRuns(db)
  // The session that sent the file of an import: any other has to confirm the identity to import it. Null for earlier ones.
  await db.schema.alterTable('patientImports').addColumn('sessionId', 'text').execute()
  // The keys that recovery codes may have been hashed with before the master key was changed.
  await db.schema.alterTable('recoveryCodes').addColumn('earlierKeys', 'text').execute()
}

export const isAdditive = true

/** The guard of the audit log has the words of today, and a constraint the name that it gets in a new database. */
async function renameGuard(db: Kysely<any>, { name }: { name: EngineName }): Promise<void> {
  const refusal = 'the audit log is append-only'
  const guarded = ['audit_events', 'audit_terms']
  const sqliteGuard = [
    ...guarded.flatMap((table) =>
      ['update', 'delete'].map((change) => [`${table}_no_${change}`, `before ${change} on ${table}`]),
    ),
    [
      'audit_events_no_replace',
      `before insert on audit_events
        when exists (select 1 from audit_events where sequence = new.sequence)`,
    ],
  ]
  const statements = {
    sqlite: sqliteGuard.flatMap(([trigger, event]) => [
      `drop trigger ${trigger}`,
      `create trigger ${trigger} ${event} begin
            select raise(abort, '${refusal}');
          end`,
    ]),
    postgres: [
      `create function refuse_change_of_audit_log() returns trigger language plpgsql as $$
         begin
           raise exception '${refusal}';
         end $$`,
      ...guarded.flatMap((table) => [
        `drop trigger ${table}_append_only on ${table}`,
        `create trigger ${table}_append_only before update or delete or truncate on ${table}
          for each statement execute function refuse_change_of_audit_log()`,
      ]),
      'drop function refuse_change_of_record()',
      'alter table known_devices rename constraint known_devices_admin_id_fkey1 to known_devices_admin_id_fkey',
    ],
  }
  for (const statement of statements[name]) await sql.raw(statement).execute(db)
}

const dayMs = 24 * 3_600_000

/** In which session a factor was added and a change of e-mail requested, so that an undo finds what belongs together. */
async function addFactorOrigins(db: Kysely<any>): Promise<void> {
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

/** When backup, drill and verification last succeeded and failed; `since_ms` is when they could first have run. */
async function addMaintenanceRuns(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('maintenanceRuns')
    .addColumn('task', 'text', (column) => column.primaryKey())
    .addColumn('sinceMs', 'bigint', (column) => column.notNull())
    .addColumn('succeededAtMs', 'bigint')
    .addColumn('failedAtMs', 'bigint')
    .execute()
  const none = { sinceMs: Date.now(), succeededAtMs: null, failedAtMs: null }
  const tasks = ['backup', 'drill', 'verify_audit', 'verify_files']
  await db
    .insertInto('maintenanceRuns')
    .values(tasks.map((task) => ({ task, ...none })))
    .execute()
}
