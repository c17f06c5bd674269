import type { Kysely } from 'kysely'

/** The signatures of published versions, and the keys that made them. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('modelKeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('publicKey', 'text', (column) => column.notNull())
    .addColumn('sinceMs', 'bigint', (column) => column.notNull())
    .addColumn('proof', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('fileSignatures')
    .addColumn('fileId', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('keyId', 'text', (column) => column.notNull())
    .addColumn('bundle', 'text', (column) => column.notNull())
    .addColumn('signedAtMs', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('file_signatures_key', ['fileId', 'number'])
    .execute()
}

export const isAdditive = true
