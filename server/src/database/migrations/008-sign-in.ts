import type { Kysely } from 'kysely'

/**
 * Admins get a version that is raised when their sessions end, so that a sign-in in progress notices it. A device is
 * known for each person who signed in with it. Names of throttles become keyed hashes: existing ones live 15 minutes.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('admins')
    .addColumn('credentialsVersion', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()

  await db.schema.alterTable('knownDevices').renameTo('formerDevices').execute()
  await db.schema
    .createTable('knownDevices')
    .addColumn('tokenHash', 'text', (column) => column.notNull())
    .addColumn('adminId', 'text', (column) => column.notNull().references('admins.id').onDelete('cascade'))
    .addColumn('lastUsedAtMs', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('knownDevicesKey', ['tokenHash', 'adminId'])
    .execute()
  await db.schema
    .createIndex('knownDevicesAdminIdLastUsedAtMs')
    .on('knownDevices')
    .columns(['adminId', 'lastUsedAtMs'])
    .execute()
  const columns = ['tokenHash', 'adminId', 'lastUsedAtMs']
  await db
    .insertInto('knownDevices')
    .columns(columns)
    .expression(db.selectFrom('formerDevices').select(columns))
    .execute()
  await db.schema.dropTable('formerDevices').execute()

  await db.deleteFrom('signInThrottles').execute()
}
