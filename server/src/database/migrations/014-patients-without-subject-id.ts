import { type Kysely } from 'kysely'

/** A patient may lack a subject ID. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('patients')
    .alterColumn('subjectId', (column) => column.dropNotNull())
    .execute()
}
