import type { Kysely } from 'kysely'

/** Model files with their versions, open uploads, and the secret that signs upload addresses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('modelFiles')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('type', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('currentVersion', 'integer', (column) => column.notNull())
    .addColumn('createdAtMs', 'bigint', (column) => column.notNull())
    .addColumn('updatedAtMs', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('fileVersions')
    .addColumn('fileId', 'text', (column) => column.notNull().references('modelFiles.id'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('filename', 'text', (column) => column.notNull())
    .addColumn('sizeBytes', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text')
    .addColumn('objectKey', 'text', (column) => column.notNull())
    .addColumn('adminId', 'text')
    .addColumn('restoredFrom', 'integer')
    .addColumn('createdAtMs', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('fileVersionsKey', ['fileId', 'number'])
    .execute()
  await db.schema.createIndex('fileVersionsObjectKey').on('fileVersions').column('objectKey').execute()

  await db.schema
    .createTable('fileUploads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('fileId', 'text', (column) => column.notNull().references('modelFiles.id'))
    .addColumn('adminId', 'text', (column) => column.notNull())
    .addColumn('sessionHash', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('filename', 'text')
    .addColumn('sizeBytes', 'bigint')
    .addColumn('partSizeBytes', 'bigint', (column) => column.notNull())
    .addColumn('headSha256', 'text')
    .addColumn('storeUploadId', 'text')
    .addColumn('arrivedBytes', 'bigint')
    .addColumn('sha256', 'text')
    .addColumn('createdAtMs', 'bigint', (column) => column.notNull())
    .addColumn('updatedAtMs', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('fileUploadsAdminId').on('fileUploads').column('adminId').execute()

  await db.schema
    .createTable('fileUploadParts')
    .addColumn('uploadId', 'text', (column) => column.notNull().references('fileUploads.id').onDelete('cascade'))
    .addColumn('partNumber', 'integer', (column) => column.notNull())
    .addColumn('sha256', 'text')
    .addColumn('etag', 'text')
    .addPrimaryKeyConstraint('fileUploadPartsKey', ['uploadId', 'partNumber'])
    .execute()

  await db.schema
    .createTable('fileDigests')
    .addColumn('objectKey', 'text', (column) => column.primaryKey())
    .addColumn('leaseEndsAtMs', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('serverSecrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}
