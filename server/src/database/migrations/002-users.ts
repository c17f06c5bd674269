import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { createPostgresUserSearch } from './002-users-postgres.ts'
import { createSqliteUserSearch } from './002-users-sqlite.ts'

/** End users and their reports, which the product writes, and the search tables for a million users. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const unknownIsEmpty = { endUsers: ['memberId', 'firstName', 'lastName', 'dateOfBirth', 'email'] }
  let endUsers = db.schema.createTable('endUsers').addColumn('id', 'text', (column) => column.primaryKey())
  for (const name of unknownIsEmpty.endUsers) {
    endUsers = endUsers.addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
  }
  await endUsers
    .addCheckConstraint('end_users_id_not_empty', sql`id <> ''`)
    .addCheckConstraint('end_users_date_of_birth', sql`date_of_birth = '' or date_of_birth like '____-__-__'`)
    .execute()

  // No foreign key: reports may arrive before their user, and replacing a user must not delete them.
  await db.schema
    .createTable('reports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.notNull())
    .addColumn('generatedAt', 'bigint', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addCheckConstraint('reports_document_is_of_this_row', engine.name === 'sqlite' ? sqliteDocument : postgresDocument)
    .execute()
  await db.schema
    .createIndex('reportsNewestFirst')
    .on('reports')
    .columns(['userId', 'generatedAt desc', 'id desc'])
    .execute()

  await (engine.name === 'sqlite' ? createSqliteUserSearch(db) : createPostgresUserSearch(db))
}

const sqliteDocument = sql`coalesce(
  json_type(document, '$.reportId') = 'text' and document ->> '$.reportId' = id
  and json_type(document, '$.generatedAt') in ('integer', 'real') and document ->> '$.generatedAt' = generated_at, 0)`

const postgresDocument = sql`coalesce(
  json_typeof(document::json -> 'reportId') = 'string' and document::json ->> 'reportId' = id
  and json_typeof(document::json -> 'generatedAt') = 'number'
  and (document::json ->> 'generatedAt')::numeric = generated_at, false)`
