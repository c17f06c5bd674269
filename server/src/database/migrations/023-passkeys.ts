import type { Kysely } from 'kysely'

export const isAdditive = true

/** Passkeys, and the challenges that have been answered. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('adminId', 'text', (column) => column.notNull().references('admins.id').onDelete('cascade'))
    .addColumn('credentialId', 'text', (column) => column.notNull().unique())
    .addColumn('publicKey', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('isSyncable', 'bigint', (column) => column.notNull())
    .addColumn('isSynced', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('createdAtMs', 'bigint', (column) => column.notNull())
    .addColumn('lastUsedAtMs', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('passkeysByAdmin').on('passkeys').column('adminId').execute()
  await db.schema
    .createTable('spentChallenges')
    .addColumn('challenge', 'text', (column) => column.primaryKey())
    .addColumn('expiresAtMs', 'bigint', (column) => column.notNull())
    .execute()
}
