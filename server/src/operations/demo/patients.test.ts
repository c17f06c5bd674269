import { expect, test } from 'vitest'
import { findWarning } from '../../features/patients/reading/words/find-warning.ts'
import { ReadError, readValue } from '../../features/patients/reading/words/read-value.ts'
import { patientColumns } from '@health-console/contract/patients/patients.ts'
import { buildTestApp } from '../../../testing/build-app.ts'
import { createAdmin, signedIn } from '../../../testing/factories.ts'
import { loadDemo } from './load-demo.ts'
import { plainStyle } from '../../core/spreadsheet/styles.ts'
import { demoPatients } from './patients.ts'
import { createRandom } from './random.ts'

test('the demo shows a table of patients that an import would accept', { tags: 'postgres' }, async () => {
  const testApp = await buildTestApp()
  await createAdmin(testApp)
  await loadDemo(testApp.context)
  const { call } = await signedIn(testApp)
  const { data } = (await call('GET', '/v1/hospital-patients')).json()
  expect(data.meta.totalAmount).toBe(219)
  expect(new Date(data.updatedAt).getTime()).toBeLessThan(testApp.context.now())
  expect((await call('GET', '/v1/patient-imports')).json().data).toMatchObject([
    { admin: null, rows: 219, isCurrent: true },
  ])
})

test('the demo’s patients are the same every time, and every value is within the limits of an import', () => {
  const rows = demoPatients(createRandom(7))
  expect(demoPatients(createRandom(7))).toEqual(rows)
  for (const column of [0, 1]) expect(new Set(rows.map((row) => row[column])).size).toBe(219)
  for (const row of rows) {
    expect(Number(row[6])).toBeGreaterThan(Number(row[7]))
    for (const [index, { key }] of patientColumns.entries()) {
      const value = row[index] ?? null
      const cell =
        value === null
          ? undefined
          : typeof value === 'number'
            ? ({ type: 'number', value, text: String(value), style: plainStyle } as const)
            : ({ type: 'text', text: value } as const)
      expect(readValue(key, cell)).not.toBeInstanceOf(ReadError)
      expect(findWarning(key, value)).toBeUndefined()
    }
  }
})
