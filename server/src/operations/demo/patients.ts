import { createHash } from 'node:crypto'
import type { Engine } from '../../core/database/engine.ts'
import type { Transaction } from '../../core/database/tables.ts'
import type { PatientRow } from '../../features/patients/reading/read-rows.ts'
import { showFirstTable } from '../../features/patients/show-first-table.ts'
import type { Random } from './random.ts'

const amount = 219
const importedDaysAgo = 6
const dayMs = 86_400_000

/** Invented patients like those of the published PPG-BP table: the same number, with similarly rare diagnoses. */
export function demoPatients(random: Random): PatientRow[] {
  const memberIds = shuffled(random, amount)
  let subjectId = 1
  return memberIds.map((memberId) => {
    subjectId += random.chance(0.3) ? random.between(2, 4) : 1
    return demoPatient(random, String(memberId), String(subjectId))
  })
}

/**
 * Shows the patients as a table that was imported some days ago. @returns their member IDs, in the order of the table
 */
export async function showDemoPatients(
  transaction: Transaction,
  engine: Engine,
  random: Random,
  nowMs: number,
): Promise<string[]> {
  const rows = demoPatients(random)
  const content = JSON.stringify(rows)
  await showFirstTable(transaction, engine, rows, {
    file: {
      fileName: 'Demo patients.xlsx',
      sizeBytes: Buffer.byteLength(content),
      sha256: createHash('sha256').update(content).digest('hex'),
    },
    nowMs: nowMs - importedDaysAgo * dayMs,
  })
  return rows.map(([memberId]) => String(memberId))
}

function demoPatient(random: Random, memberId: string, subjectId: string): PatientRow {
  const isMale = random.chance(0.47)
  const height = Math.round(random.around(isMale ? 169 : 157, 18))
  const weight = Math.round(random.around(isMale ? 66 : 57, 26))
  const systolic = Math.round(random.around(128, 56))
  const diastolic = Math.min(Math.round(random.around(72, 30)), systolic - 25)
  return [
    memberId,
    subjectId,
    isMale ? 'Male' : 'Female',
    Math.min(Math.max(Math.round(random.around(58, 46)), 21), 86),
    height,
    weight,
    systolic,
    diastolic,
    random.chance(0.04) ? null : weight / (height / 100) ** 2,
    stageOf(systolic, diastolic),
    random.chance(0.17) ? random.pick(['Diabetes', 'Type 2 Diabetes']) : null,
    random.chance(0.09) ? 'cerebral infarction' : null,
    random.chance(0.11) ? random.pick(['cerebrovascular disease', 'insufficiency of cerebral blood supply']) : null,
  ]
}

function stageOf(systolic: number, diastolic: number): string {
  if (systolic >= 160 || diastolic >= 100) return 'Stage 2 hypertension'
  if (systolic >= 140 || diastolic >= 90) return 'Stage 1 hypertension'
  return systolic >= 120 || diastolic >= 80 ? 'Prehypertension' : 'Normal'
}

function shuffled(random: Random, count: number): number[] {
  return Array.from({ length: count }, (_, index) => ({ number: index + 1, ticket: random.next() }))
    .sort((a, b) => a.ticket - b.ticket)
    .map(({ number }) => number)
}
