import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** The kept patient tables, their indexes, and which one is shown. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('patientImports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('tableId', 'text', (column) => column.notNull())
    .addColumn('adminId', 'text')
    .addColumn('fileName', 'text', (column) => column.notNull())
    .addColumn('sizeBytes', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('rowCount', 'integer', (column) => column.notNull())
    .addColumn('addedCount', 'integer')
    .addColumn('changedCount', 'integer')
    .addColumn('removedCount', 'integer')
    .addColumn('restoredFromMs', 'bigint')
    .addColumn('baseImportId', 'text')
    .addColumn('report', 'text')
    .addColumn('createdAtMs', 'bigint', (column) => column.notNull())
    .addColumn('updatedAtMs', 'bigint', (column) => column.notNull())
    .addColumn('appliedAtMs', 'bigint')
    .execute()

  await db.schema
    .createTable('patients')
    .addColumn('tableId', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('memberId', 'text', (column) => column.notNull())
    .addColumn('subjectId', 'text', (column) => column.notNull())
    .addColumn('sex', 'text')
    .addColumn('age', 'double precision')
    .addColumn('height', 'double precision')
    .addColumn('weight', 'double precision')
    .addColumn('systolicBloodPressure', 'double precision')
    .addColumn('diastolicBloodPressure', 'double precision')
    .addColumn('bmi', 'double precision')
    .addColumn('hypertension', 'text')
    .addColumn('diabetes', 'text')
    .addColumn('cerebralInfarction', 'text')
    .addColumn('cerebrovascularDisease', 'text')
    .addPrimaryKeyConstraint('patientsKey', ['tableId', 'position'])
    .execute()

  await db.schema
    .createTable('patientIndexes')
    .addColumn('tableId', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('chunk', 'integer', (column) => column.notNull())
    .addColumn('data', sql.raw(engine.bytesType), (column) => column.notNull())
    .addPrimaryKeyConstraint('patientIndexesKey', ['tableId', 'name', 'chunk'])
    .execute()

  await db.schema
    .createTable('patientTableState')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('currentImportId', 'text')
    .addColumn('runningImportId', 'text')
    .addColumn('leaseEndsAtMs', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into ${sql.table('patientTableState')} (id, ${sql.ref('leaseEndsAtMs')}) values (1, 0)`.execute(db)
}
