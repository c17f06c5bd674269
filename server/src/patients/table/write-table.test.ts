import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { patientRows } from '../../../testing/patients/rows.ts'
import { findLastPosition, listIndexNames, listValuesAfter, readIndexChunks } from './store.ts'
import { buildIndexes } from './table-indexes.ts'
import { deleteTable, writeTable } from './write-table.ts'

// More than two transactions of rows, and more indexes than the last of them takes.
const many = 12_001

test('a table of many transactions is written whole, with all its indexes', async () => {
  const { db, engine } = (await buildTestApp()).context
  const rows = patientRows(many)
  const progress: number[] = []
  const onProgress = (written: number) => progress.push(written)
  await writeTable({ db, engine }, 'many', rows, { onProgress })
  expect(progress).toEqual([5_000, 10_000, many])
  expect(await listValuesAfter(db, 'many', 0, many)).toEqual(rows)

  const built = Map.groupBy(buildIndexes(rows), ({ name }) => name)
  expect((await listIndexNames(db, 'many')).sort()).toEqual([...built.keys()].sort())
  for (const [name, chunks] of built) {
    const stored = Buffer.concat(await Array.fromAsync(readIndexChunks(db, 'many', name)))
    expect({ name, isWhole: stored.equals(Buffer.concat(chunks.map(({ data }) => data))) }).toEqual({
      name,
      isWhole: true,
    })
  }
})

test('a row that the database refuses ends the writing, and what was written can be deleted', async () => {
  const { db, engine } = (await buildTestApp()).context
  const rows = patientRows(many, { 7_000: { memberId: null } })
  const progress: number[] = []
  const onProgress = (written: number) => progress.push(written)
  await expect(writeTable({ db, engine }, 'broken', rows, { onProgress })).rejects.toThrow(/member_id/)
  expect(progress).toEqual([5_000])
  expect(await findLastPosition(db, 'broken')).toBe(5_000)

  await deleteTable({ db, engine }, 'broken')
  expect(await findLastPosition(db, 'broken')).toBe(0)
  expect(await listIndexNames(db, 'broken')).toEqual([])
})
