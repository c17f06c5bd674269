import type { Kysely } from 'kysely'

/** Versions that wait for approval, what was decided about them, and the texts that were opened before. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('fileVersions')
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('published'))
    .execute()
  await db.schema.alterTable('fileVersions').addColumn('replaces', 'integer').execute()
  await db.schema.alterTable('fileUploads').addColumn('confirmedSessionId', 'text').execute()
  await db.schema
    .createTable('fileDecisions')
    .addColumn('fileId', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('decision', 'text', (column) => column.notNull())
    .addColumn('adminId', 'text')
    .addColumn('reason', 'text')
    .addColumn('decidedAtMs', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('file_decisions_key', ['fileId', 'number', 'decision'])
    .execute()
  await db.schema
    .createTable('openedTexts')
    .addColumn('adminId', 'text', (column) => column.notNull().references('admins.id').onDelete('cascade'))
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('openedAtMs', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('opened_texts_key', ['adminId', 'sha256'])
    .execute()
}

export const isAdditive = true
