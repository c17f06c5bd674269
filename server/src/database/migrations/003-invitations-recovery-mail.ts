import type { Kysely } from 'kysely'

/** Invitations, recovery and e-mail change links, their mails, and the limits of mails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('content', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('nextAttemptAtMs', 'bigint', (column) => column.notNull())
    .addColumn('claimedBy', 'text')
    .addColumn('createdAtMs', 'bigint', (column) => column.notNull())
    .addColumn('giveUpAtMs', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('outboxStateNextAttemptAtMs').on('outbox').columns(['state', 'nextAttemptAtMs']).execute()

  await db.schema
    .createTable('invitations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('emailKey', 'text', (column) => column.notNull().unique())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('mailId', 'text')
    .addColumn('createdAtMs', 'bigint', (column) => column.notNull())
    .addColumn('expiresAtMs', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('recoveryRequests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('emailKey', 'text', (column) => column.notNull())
    .addColumn('requestedAtMs', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('recoveries')
    .addColumn('adminId', 'text', (column) => column.primaryKey().references('admins.id').onDelete('cascade'))
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('mailId', 'text')
    .addColumn('expiresAtMs', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('emailChanges')
    .addColumn('adminId', 'text', (column) => column.primaryKey().references('admins.id').onDelete('cascade'))
    .addColumn('newEmail', 'text', (column) => column.notNull())
    .addColumn('newEmailKey', 'text', (column) => column.notNull())
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('mailId', 'text')
    .addColumn('expiresAtMs', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('allowanceUses')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('bucket', 'text', (column) => column.notNull())
    .addColumn('atMs', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('allowanceUsesBucketAtMs').on('allowanceUses').columns(['bucket', 'atMs']).execute()
}
