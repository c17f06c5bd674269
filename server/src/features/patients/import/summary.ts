import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { ImportPreview, PatientImportEntry } from '@health-console/contract/patients/imports.ts'
import type { ImportReading } from '@health-console/contract/patients/questions.ts'
import type { TableDiff } from '../compare/diff-tables.ts'

/** The first member IDs that an import added and removed. */
export type ImportedIds = { added: string[]; removed: string[] }

/** What is stored about an import once its preview is deleted. */
type Summary = {
  sheetNames: string[]
  answers: ImportAnswers
  findings: { title: string; detail: string }[]
  ids: ImportedIds
}

const namedIds = 1_000

export function nameIds({ now, next, added, removed }: TableDiff): ImportedIds {
  const idsAt = (rows: TableDiff['now'], positions: readonly number[]) =>
    positions.slice(0, namedIds).map((position) => String(rows[position - 1]?.[0]))
  return { added: idsAt(next, added), removed: idsAt(now, removed) }
}

/** JSON, as it is stored. */
export function writeSummary(reading: ImportReading, { findings }: ImportPreview, ids: ImportedIds): string {
  const summary: Summary = {
    sheetNames: reading.sheetNames,
    answers: reading.answers,
    findings: findings.map(({ title, detail }) => ({ title, detail })),
    ids,
  }
  return JSON.stringify(summary)
}

/** What the history lists about it; all null for an import of a version that stored nothing. */
export function presentSummary(stored: string | null): Pick<PatientImportEntry, 'sheetNames' | 'answers' | 'findings'> {
  if (stored === null) return { sheetNames: null, answers: null, findings: null }
  const { sheetNames, answers, findings }: Summary = JSON.parse(stored)
  return { sheetNames, answers, findings }
}

export function readIds(stored: string | null): ImportedIds {
  if (stored === null) return { added: [], removed: [] }
  const { ids }: Summary = JSON.parse(stored)
  return ids
}
