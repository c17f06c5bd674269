import { type Kysely, sql } from 'kysely'

/** Callers that are programs, their tokens, and the number of the offered models. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('serviceAccounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('networks', 'text', (column) => column.notNull())
    .addColumn('ownerId', 'text', (column) => column.notNull().references('admins.id'))
    .addColumn('createdAtMs', 'bigint', (column) => column.notNull())
    .addColumn('endsAtMs', 'bigint')
    .addColumn('endedAtMs', 'bigint')
    .addColumn('warnedDays', 'integer')
    .execute()
  await sql`create index service_accounts_open on service_accounts (owner_id) where ended_at_ms is null`.execute(db)
  await db.schema
    .createTable('serviceTokens')
    .addColumn('tokenHash', 'text', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('accountId', 'text', (column) => column.notNull().references('serviceAccounts.id'))
    .addColumn('createdAtMs', 'bigint', (column) => column.notNull())
    .addColumn('expiresAtMs', 'bigint', (column) => column.notNull())
    .addColumn('rotatesAtMs', 'bigint')
    .addColumn('revokedAtMs', 'bigint')
    .addColumn('lastUsedAtMs', 'bigint')
    .addColumn('lastAddress', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('warnedDays', 'integer')
    .execute()
  await sql`create unique index service_tokens_id on service_tokens (id)`.execute(db)
  await sql`create index service_tokens_account_id on service_tokens (account_id)`.execute(db)
  await db.schema
    .createTable('modelRelease')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('release', 'bigint', (column) => column.notNull())
    .addColumn('contentHash', 'text', (column) => column.notNull())
    .execute()
}

export const isAdditive = true
