import type { Kysely } from 'kysely'

export const isAdditive = true

/** Single sign-on: accounts at the provider, sign-ons in progress, and the sessions that began by it. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('signOnIdentities')
    .addColumn('adminId', 'text', (column) => column.primaryKey().references('admins.id').onDelete('cascade'))
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('createdAtMs', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('signOnIdentitiesSubject', ['issuer', 'subject'])
    .execute()
  await db.schema
    .createTable('signOnFlows')
    .addColumn('stateHash', 'text', (column) => column.primaryKey())
    .addColumn('browserHash', 'text', (column) => column.notNull())
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('createdAtMs', 'bigint', (column) => column.notNull())
    .addColumn('expiresAtMs', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('signOnFlowsBrowserHash').on('signOnFlows').column('browserHash').execute()
  await db.schema.createIndex('signOnFlowsExpiresAtMs').on('signOnFlows').column('expiresAtMs').execute()
  await db.schema
    .alterTable('sessions')
    .addColumn('signOnCheckedAtMs', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('sessions').addColumn('signOnToken', 'text').execute()
}
