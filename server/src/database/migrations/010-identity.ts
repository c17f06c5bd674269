import { type Kysely, sql } from 'kysely'

type Before = {
  sessions: { createdAtMs: number; confirmedAtMs: number }
  admins: { id: string; email: string; fullName: string }
  modelFiles: { id: string; type: string; name: string }
}

const toOneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim()

/** When a session's identity was confirmed, links that undo a change of e-mail, and single-line names. */
export async function up(db: Kysely<Before>): Promise<void> {
  await db.schema
    .alterTable('sessions')
    .addColumn('confirmedAtMs', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db
    .updateTable('sessions')
    .set({ confirmedAtMs: sql.ref('createdAtMs') })
    .execute()

  await db.schema
    .createTable('emailUndos')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('adminId', 'text', (column) => column.notNull().references('admins.id').onDelete('cascade'))
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('emailKey', 'text', (column) => column.notNull())
    .addColumn('expiresAtMs', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('emailUndosAdminId').on('emailUndos').column('adminId').execute()

  for (const { id, email, fullName } of await db.selectFrom('admins').select(['id', 'email', 'fullName']).execute()) {
    const cleaned = toOneLine(fullName) || email
    if (cleaned !== fullName) await db.updateTable('admins').set({ fullName: cleaned }).where('id', '=', id).execute()
  }
  for (const { id, type, name } of await db.selectFrom('modelFiles').select(['id', 'type', 'name']).execute()) {
    const cleaned = toOneLine(name) || type
    if (cleaned !== name) await db.updateTable('modelFiles').set({ name: cleaned }).where('id', '=', id).execute()
  }
}
