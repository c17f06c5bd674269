import type { Kysely } from 'kysely'

/** Admins, their sessions, and the record of what they did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('admins')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('emailKey', 'text', (column) => column.notNull().unique())
    .addColumn('fullName', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('color', 'text', (column) => column.notNull())
    .addColumn('passwordHash', 'text', (column) => column.notNull())
    .addColumn('createdAtMs', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('sessions')
    .addColumn('tokenHash', 'text', (column) => column.primaryKey())
    .addColumn('adminId', 'text', (column) => column.notNull().references('admins.id').onDelete('cascade'))
    .addColumn('createdAtMs', 'bigint', (column) => column.notNull())
    .addColumn('lastSeenAtMs', 'bigint', (column) => column.notNull())
    .addColumn('expiresAtMs', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sessionsAdminId').on('sessions').column('adminId').execute()
  await db.schema.createIndex('sessionsExpiresAtMs').on('sessions').column('expiresAtMs').execute()

  await db.schema
    .createTable('knownDevices')
    .addColumn('tokenHash', 'text', (column) => column.primaryKey())
    .addColumn('adminId', 'text', (column) => column.notNull().references('admins.id').onDelete('cascade'))
    .addColumn('lastUsedAtMs', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('signInThrottles')
    .addColumn('bucket', 'text', (column) => column.primaryKey())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('windowEndsAtMs', 'bigint', (column) => column.notNull())
    .addColumn('blockedUntilMs', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('auditEvents')
    .addColumn('sequence', 'bigint', (column) => column.primaryKey())
    .addColumn('atMs', 'bigint', (column) => column.notNull())
    .addColumn('actorId', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('address', 'text')
    .addColumn('requestId', 'text')
    .addColumn('previousHash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
}
