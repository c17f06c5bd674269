import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { guardOf } from '../tables/audit.ts'

export const isAdditive = true

/** The guard of the audit log speaks of the audit log, and a constraint has the name that it gets in a new database. */
export async function up(db: Kysely<any>, { name }: Engine): Promise<void> {
  const statements = [
    ...guardOf[name].drop,
    ...(name === 'postgres'
      ? [
          'drop function refuse_change_of_record()',
          'alter table known_devices rename constraint known_devices_admin_id_fkey1 to known_devices_admin_id_fkey',
        ]
      : []),
    ...guardOf[name].create,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
