import type { Kysely } from 'kysely'

/** Second factors, unconfirmed secrets, recovery codes, and trusted browsers. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('secondFactors')
    .addColumn('adminId', 'text', (column) => column.primaryKey().references('admins.id').onDelete('cascade'))
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('lastStep', 'bigint', (column) => column.notNull())
    .addColumn('refusedStep', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('createdAtMs', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('secondFactorDrafts')
    .addColumn('adminId', 'text', (column) => column.primaryKey().references('admins.id').onDelete('cascade'))
    .addColumn('secret', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('recoveryCodes')
    .addColumn('adminId', 'text', (column) => column.notNull().references('admins.id').onDelete('cascade'))
    .addColumn('codeHash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recoveryCodesKey', ['adminId', 'codeHash'])
    .execute()
  await db.schema
    .alterTable('knownDevices')
    .addColumn('trustedUntilMs', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}
