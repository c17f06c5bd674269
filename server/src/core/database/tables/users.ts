import { ofEachField, type UserField, userFieldNames } from '@health-console/contract/users/users.ts'
import { createTable, type EngineName } from './create-table.ts'
import { derivedUserColumns, postgresUserSearch } from './user-search-postgres.ts'
import { sqliteUserSearch } from './user-search-sqlite.ts'

/** Written by the product. */
export type EndUsersTable = Record<UserField, string> & {
  id: string
  /**
   * The product's own revision of the user, which is optional: a lower one than the stored one is rejected. Null if the
   * product sends none.
   */
  revision?: number | null | undefined
}

/** The columns of an end user, for the single user, the list, both searches and the import, without the revision. */
export const userColumns = ['id', ...userFieldNames] as const

/** Written by the product. */
export type ReportsTable = {
  id: string
  userId: string
  /** Epoch seconds, as in the document. */
  generatedAt: number
  /** The whole report as a JSON object; the database rejects one with another `reportId` or `generatedAt`. */
  document: string
  /** The product's own revision, as for a user. */
  revision?: number | null | undefined
}

/** End users and their reports, which the product writes, and the indexes that find them among millions. */
export const userTables = (engine: EngineName): string[] => [
  createTable<EndUsersTable>(
    'end_users',
    {
      id: 'text primary key',
      ...ofEachField(() => "text not null default ''"),
      revision: 'bigint',
    },
    ...(engine === 'postgres' ? derivedUserColumns : []),
    // The other two ids mean a folder in a URL.
    "constraint end_users_id_usable check (id not in ('', '.', '..'))",
    "constraint end_users_date_of_birth check (date_of_birth = '' or date_of_birth like '____-__-__')",
  ),
  // No foreign key: reports may arrive before their user, and replacing a user must not delete them.
  createTable<ReportsTable>(
    'reports',
    {
      id: 'text primary key',
      userId: 'text not null',
      generatedAt: 'bigint not null',
      document: 'text not null',
      revision: 'bigint',
    },
    "constraint reports_ids_usable check (id not in ('', '.', '..') and user_id not in ('', '.', '..'))",
    `constraint reports_document_is_of_this_row check (${isOfThisRow[engine]})`,
  ),
  'create index reports_newest_first on reports (user_id, generated_at desc, id desc)',
  ...(engine === 'postgres' ? postgresUserSearch : sqliteUserSearch),
]

const isOfThisRow = {
  sqlite: `coalesce(
  json_type(document, '$.reportId') = 'text' and document ->> '$.reportId' = id
  and json_type(document, '$.generatedAt') in ('integer', 'real') and document ->> '$.generatedAt' = generated_at, 0)`,
  postgres: `coalesce(
  json_typeof(document::json -> 'reportId') = 'string' and document::json ->> 'reportId' = id
  and json_typeof(document::json -> 'generatedAt') = 'number'
  and (document::json ->> 'generatedAt')::numeric = generated_at, false)`,
}
