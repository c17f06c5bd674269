// @module-tag postgres

import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { patientRows } from '../../../../testing/patients/rows.ts'
import { findLastPosition, listAllValues } from './store.ts'
import { deleteTable, writeTable } from './write-table.ts'

/** The rows need more than two transactions. */
const many = 12_001

test('a table that needs many transactions is written completely', async () => {
  const { db, engine } = (await buildTestApp()).context
  const rows = patientRows(many)
  const progress: number[] = []
  await writeTable({ db, engine }, 'many', rows, (written) => progress.push(written))
  expect(progress).toEqual([5_000, 10_000, many])
  expect(await listAllValues(db, 'many')).toEqual(rows)
})

test('a row that the database rejects ends the writing, and what was written can be deleted', async () => {
  const { db, engine } = (await buildTestApp()).context
  const rows = patientRows(many, { 7_000: { memberId: null } })
  const progress: number[] = []
  const write = writeTable({ db, engine }, 'broken', rows, (written) => progress.push(written))
  await expect(write).rejects.toThrow(/member_id/)
  expect(progress).toEqual([5_000])
  expect(await findLastPosition(db, 'broken')).toBe(5_000)

  await deleteTable({ db, engine }, 'broken')
  expect(await findLastPosition(db, 'broken')).toBe(0)
})

test('values are stored as they are, whatever characters they contain', async () => {
  const { db, engine } = (await buildTestApp()).context
  const texts = ['NULL', '', '{a,b}', '"', String.raw`\\`, "'; --", 'two\nlines', '子 👩‍⚕️', '$1::text[]']
  const values = texts.map((hypertension, index) => ({ hypertension, bmi: [0.1 + 0.2, 1e-7, 1e21][index] ?? null }))
  const rows = patientRows(texts.length, values)
  await writeTable({ db, engine }, 'odd', rows)
  expect(await listAllValues(db, 'odd')).toEqual(rows)
})

test('bytes are stored as they are', async () => {
  const { db, engine } = (await buildTestApp()).context
  const rows = ['first', 'second'].map((name, chunk) => ({
    importId: 'odd',
    name,
    chunk,
    data: Uint8Array.of(0, 34, 92, 123, 255, chunk),
  }))
  await db.transaction().execute((transaction) => engine.insertMany(transaction, 'patientImportLists', rows))
  const stored = await db.selectFrom('patientImportLists').selectAll().orderBy('chunk').execute()
  expect(stored.map((row) => ({ ...row, data: Uint8Array.from(row.data) }))).toEqual(rows)
})
