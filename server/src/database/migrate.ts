import { type Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Engine } from './engine.ts'
import * as staff from './migrations/001-staff.ts'
import * as users from './migrations/002-users.ts'
import * as invitationsRecoveryMail from './migrations/003-invitations-recovery-mail.ts'
import * as patients from './migrations/004-patients.ts'
import * as files from './migrations/005-files.ts'
import * as userSearch from './migrations/006-user-search.ts'
import * as fileStoreOwner from './migrations/007-file-store-owner.ts'
import * as signIn from './migrations/008-sign-in.ts'
import * as auditVersion from './migrations/009-audit-version.ts'
import * as identity from './migrations/010-identity.ts'
import * as dropServerSecrets from './migrations/011-drop-server-secrets.ts'
import * as userOrders from './migrations/013-user-orders.ts'
import * as patientsWithoutSubjectId from './migrations/014-patients-without-subject-id.ts'
import * as importWarnings from './migrations/015-import-warnings.ts'
import * as auditSubjects from './migrations/016-audit-subjects.ts'
import * as auditSeals from './migrations/017-audit-seals.ts'
import * as auditStream from './migrations/018-audit-stream.ts'
import * as sessionOrigin from './migrations/020-session-origin.ts'
import * as secondFactor from './migrations/021-second-factor.ts'
import * as sessionDevice from './migrations/022-session-device.ts'
import * as passkeys from './migrations/023-passkeys.ts'
import * as signOn from './migrations/024-sign-on.ts'
import * as roomTrial from './migrations/025-room-trial.ts'
import * as userPositions from './migrations/027-user-positions.ts'
import * as schemaChanges from './migrations/028-schema-changes.ts'
import * as userPlaces from './migrations/029-user-places.ts'
import * as userTotals from './migrations/031-user-totals.ts'
import * as boundedNotes from './migrations/032-bounded-notes.ts'
import * as longerLabels from './migrations/033-longer-labels.ts'
import * as secondLabels from './migrations/034-second-labels.ts'
import * as factorOrigins from './migrations/037-factor-origins.ts'
import type { Database } from './open.ts'
import { type NewerChanges, noteChanges, readNewerChanges } from './schema-changes.ts'

type MigrationModule = {
  /**
   * Whether the previous version can work with the changed tables: it may omit the new columns, and nothing that it
   * reads or writes was removed, renamed or given another meaning. Otherwise the change is breaking.
   */
  isAdditive?: boolean
  /** Takes the engine because each one creates its search indexes differently. */
  up(db: Kysely<any>, engine: Engine): Promise<void>
}
export type Migrations = Record<string, MigrationModule>

/** In execution order. A released migration is never changed. */
const migrations: Migrations = {
  '001-staff': staff,
  '002-users': users,
  '003-invitations-recovery-mail': invitationsRecoveryMail,
  '004-patients': patients,
  '005-files': files,
  '006-user-search': userSearch,
  '007-file-store-owner': fileStoreOwner,
  '008-sign-in': signIn,
  '009-audit-version': auditVersion,
  '010-identity': identity,
  '011-drop-server-secrets': dropServerSecrets,
  '013-user-orders': userOrders,
  '014-patients-without-subject-id': patientsWithoutSubjectId,
  '015-import-warnings': importWarnings,
  '016-audit-subjects': auditSubjects,
  '017-audit-seals': auditSeals,
  '018-audit-stream': auditStream,
  '020-session-origin': sessionOrigin,
  '021-second-factor': secondFactor,
  '022-session-device': sessionDevice,
  '023-passkeys': passkeys,
  '024-sign-on': signOn,
  '025-room-trial': roomTrial,
  '027-user-positions': userPositions,
  '028-schema-changes': schemaChanges,
  '029-user-places': userPlaces,
  '031-user-totals': userTotals,
  '032-bounded-notes': boundedNotes,
  '033-longer-labels': longerLabels,
  '034-second-labels': secondLabels,
  '037-factor-origins': factorOrigins,
}

/** The migrations of this version, in execution order. */
export const migrationNames = Object.keys(migrations)

/**
 * Brings the tables up to date. Replicas that start together wait for each other.
 * @param last the migration to stop after, to test databases of older versions
 * @param further migrations of a newer version, to test what this version does with its database
 */
export async function migrate(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  last?: string,
  further: Migrations = {},
): Promise<string[]> {
  const all: Migrations = { ...migrations, ...further }
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(
        Object.entries(all).map(([name, module]) => [name, { up: (target: Kysely<any>) => module.up(target, engine) }]),
      ),
  }
  return db.transaction().execute(async (transaction) => {
    await engine.serialize(transaction, 'migration')
    const migrator = new Migrator({ db: transaction, provider })
    const made = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
    if (made.error) throw made.error
    const applied = (made.results ?? [])
      .filter(({ status }) => status === 'Success')
      .map((result) => result.migrationName)
    if (last === undefined) {
      await noteChanges(
        transaction,
        applied.map((name) => ({ name, isAdditive: all[name]?.isAdditive ?? false })),
      )
    }
    return applied
  })
}

/** The migrations that have run, according to the database. */
export async function listAppliedMigrations({ db }: Pick<Database, 'db'>): Promise<string[]> {
  const rows = await db
    .withTables<{ kyselyMigration: { name: string } }>()
    .selectFrom('kyselyMigration')
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}

/** The changes of a newer version; undefined when there are none. */
export async function findNewerChanges(database: Pick<Database, 'db'>): Promise<NewerChanges | undefined> {
  const applied = await listAppliedMigrations(database)
  return readNewerChanges(
    database,
    applied.filter((name) => !migrationNames.includes(name)),
  )
}

/** Whether all migrations have run. */
export async function isMigrated(database: Pick<Database, 'db'>): Promise<boolean> {
  const applied = new Set(await listAppliedMigrations(database))
  return migrationNames.every((name) => applied.has(name))
}
