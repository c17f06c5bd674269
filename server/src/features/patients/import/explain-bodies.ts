import { bodiesAsTheyAre, bodyReadings } from '@health-console/contract/patients/units.ts'
import { rowsOfAnswer } from '../column-checks/judge-bodies.ts'
import { placeOf } from '../column-checks/list-rows.ts'
import { readUnderstood, type ReadPatients, type RowOptions } from '../reading/read-patients.ts'
import type { ExplainedRows, PatientRow } from '../reading/read-rows.ts'
import { toCheck } from './compare-with-shown.ts'

type Explained = {
  read: ReadPatients
  /** The positions of the rows that were interpreted otherwise. */
  explained: number[]
}

/**
 * Reads the file once more if an answer interprets the height and weight of some rows otherwise. Which rows these are
 * is computed from the file and the current table, so that no list of rows is stored or sent.
 * @param now the rows of the current table
 */
export async function explainBodies(
  read: ReadPatients,
  now: readonly PatientRow[],
  options: RowOptions,
): Promise<Explained> {
  const { bodies } = read.reading.answers
  const reading = bodies === bodiesAsTheyAre ? undefined : bodyReadings.find(({ name }) => name === bodies)
  const explained = reading ? rowsOfAnswer(toCheck(now, read)).map(({ position }) => position) : []
  if (!reading || explained.length === 0) return { read, explained }
  const bySheet = new Map<string, ExplainedRows & { rows: Set<number> }>()
  for (const position of explained) {
    const { sheet, row } = placeOf(position, read.sheets)
    const known = bySheet.get(sheet) ?? { reading, rows: new Set() }
    bySheet.set(sheet, { ...known, rows: known.rows.add(row) })
  }
  const again = await readUnderstood(read.reading, { ...options, explained: bySheet })
  return 'asking' in again ? { read, explained: [] } : { read: again, explained }
}
