import { sql } from 'kysely'
import type { Engine } from '../engine.ts'
import type { Db } from '../tables.ts'
import { auditTables } from '../tables/audit.ts'
import { counterTables } from '../tables/counters.ts'
import { erasureTables } from '../tables/erasures.ts'
import { fileTables } from '../tables/files.ts'
import { mailTables } from '../tables/mail.ts'
import { maintenanceTables } from '../tables/maintenance.ts'
import { patientTables } from '../tables/patients.ts'
import { freeSpaceTables } from '../tables/free-space.ts'
import { reasonTables } from '../tables/reasons.ts'
import { replicaTables } from '../tables/replicas.ts'
import { postgresSearchFold } from '../tables/search-fold-postgres.ts'
import { sqliteSearchFold } from '../tables/search-fold-sqlite.ts'
import { schemaTables } from '../tables/schema.ts'
import { consoleKeyTables } from '../tables/console-key.ts'
import { credentialTables } from '../tables/credentials.ts'
import { linkTables } from '../tables/links.ts'
import { serviceAccountTables } from '../tables/service-accounts.ts'
import { signOnTables } from '../tables/sign-on.ts'
import { staffTables } from '../tables/staff.ts'
import { unusualAccessTables } from '../tables/unusual-access.ts'
import { userTables } from '../tables/users.ts'

/** Creates all current tables in an empty database, so that it needs no migration. */
export async function createTables(db: Db, { name }: Engine): Promise<void> {
  const statements = [
    ...(name === 'postgres' ? ['create extension if not exists pg_trgm'] : []),
    ...schemaTables,
    ...consoleKeyTables,
    ...staffTables,
    ...counterTables,
    ...credentialTables,
    ...signOnTables,
    ...serviceAccountTables,
    ...linkTables,
    ...auditTables(name),
    ...mailTables,
    ...userTables(name),
    ...erasureTables,
    ...reasonTables,
    ...unusualAccessTables,
    ...patientTables(name),
    ...(name === 'postgres' ? postgresSearchFold() : sqliteSearchFold()),
    ...fileTables,
    ...maintenanceTables(Date.now()),
    ...freeSpaceTables,
    ...replicaTables,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
