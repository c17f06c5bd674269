import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { patientsTableName } from '../../contract/src/patients/patients.ts'
import { makePatientsWorkbook } from '../../server/testing/spreadsheet/patients-workbook.ts'
import {
  type CellInput,
  type PatientInput,
  syntheticPatients,
} from '../../server/testing/spreadsheet/synthetic-patients.ts'
import { expect } from './test.ts'

type Changes = Record<number, Partial<Record<keyof PatientInput, CellInput>>>

const folder = mkdtempSync(path.join(tmpdir(), 'console-e2e-files-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Returns synthetic patients with the member IDs 1 to `count`. `changes` are by member ID. */
export function patients(count: number, changes: Changes = {}): PatientInput[] {
  return syntheticPatients(count).map((patient, index) => ({ ...patient, ...changes[index + 1] }))
}

/** Writes a file to disk that can be dropped or chosen. */
export function spreadsheet(name: string, rows: PatientInput[], layout: 'ppg-bp' | 'console' = 'ppg-bp'): string {
  return writtenFile(name, makePatientsWorkbook(rows, layout))
}

export function writtenFile(name: string, content: Buffer | string): string {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

/** Replaces the table of patients without the dialog. */
export async function replaceTable(page: Page, rows: PatientInput[], fileName = 'before.xlsx'): Promise<void> {
  const file = { name: fileName, mimeType: 'application/octet-stream', buffer: makePatientsWorkbook(rows, 'console') }
  const response = await page.request.put('/v1/hospital-patients', { multipart: { name: patientsTableName, file } })
  expect(response.status(), await response.text()).toBe(200)
}
