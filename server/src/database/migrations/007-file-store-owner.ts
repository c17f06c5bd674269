import type { Kysely } from 'kysely'

/** The owner of the file store, why the sweep removes nothing from it, and the unknown objects in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('fileStoreState')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('ownerId', 'text', (column) => column.notNull())
    .addColumn('sweepProblem', 'text')
    .execute()

  await db.schema
    .createTable('unknownObjects')
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('storeUploadId', 'text', (column) => column.notNull())
    .addColumn('firstSeenAtMs', 'bigint', (column) => column.notNull())
    .addColumn('adoptedAtMs', 'bigint')
    .addPrimaryKeyConstraint('unknownObjectsKey', ['key', 'storeUploadId'])
    .execute()
}
