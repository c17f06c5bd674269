import { bodiesAsTheyAre, bodyReadings } from '@health-console/contract/patient-units.ts'
import { rowsOfAnswer } from '../column-checks/judge-bodies.ts'
import { placeOf } from '../column-checks/list-rows.ts'
import type { ExplainedRows } from '../reading/mapping/plan-sheet.ts'
import { type PatientSheet, readPatients, type ReadOptions } from '../reading/read-patients.ts'
import type { PatientRow } from '../reading/read-rows.ts'
import { toCheck } from './compare-with-shown.ts'

type ReadFile = Exclude<Awaited<ReturnType<typeof readPatients>>, { asking: unknown }>

type Explained = {
  sheet: PatientSheet
  /** The positions of the rows that were interpreted otherwise. */
  explained: number[]
}

/**
 * Reads the file once more if an answer interprets the height and weight of some rows otherwise. Which rows these are
 * is computed from the file and the current table, so that no list of rows is stored or sent.
 * @param now the rows of the current table
 */
export async function explainBodies(
  read: ReadFile,
  now: readonly PatientRow[],
  options: ReadOptions,
): Promise<Explained> {
  const { bodies } = read.reading.answers
  const reading = bodies === bodiesAsTheyAre ? undefined : bodyReadings.find(({ name }) => name === bodies)
  const explained = reading ? rowsOfAnswer(toCheck(now, read)).map(({ position }) => position) : []
  if (!reading || explained.length === 0) return { sheet: sheetOf(read), explained }
  const bySheet = new Map<string, ExplainedRows & { rows: Set<number> }>()
  for (const position of explained) {
    const { sheet, row } = placeOf(position, read.sheets)
    const known = bySheet.get(sheet) ?? { reading, rows: new Set() }
    bySheet.set(sheet, { ...known, rows: known.rows.add(row) })
  }
  const { survey, reading: first } = read
  const again = await readPatients({ ...options, survey, answers: first.answers, explained: bySheet })
  // How the answers came about is known from the first reading.
  if ('asking' in again) return { sheet: sheetOf(read), explained: [] }
  return { sheet: { ...sheetOf(again), reading: first }, explained }
}

/** What was read, without what was known before. */
const sheetOf = ({ survey: _, answers: __, earlier: ___, ...sheet }: ReadFile): PatientSheet => sheet
