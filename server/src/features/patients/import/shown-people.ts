import type { AuditSubject } from '@health-console/contract/audit/actions.ts'
import type { ListedCell } from '@health-console/contract/errors.ts'
import type { PatientImport } from '@health-console/contract/patients/imports.ts'
import type { ImportReading } from '@health-console/contract/patients/questions.ts'
import { memberIdsOf } from '../reading/value-list.ts'

/** The patients that an import shows: member IDs where they are known, and each other row that may be a patient. */
type People = { memberIds: Set<string>; otherRows: Set<string> }

/** The import, and the patients that it shows. */
export function subjectsOf(shown: PatientImport): AuditSubject[] {
  return [`import:${shown.id}`, ...[...peopleIn(shown).memberIds].map((id) => `patient:${id}` as const)]
}

export function patientsIn(shown: PatientImport): { kind: 'people'; rows: number } {
  const { memberIds, otherRows } = peopleIn(shown)
  return { kind: 'people', rows: memberIds.size + otherRows.size }
}

function peopleIn(shown: PatientImport): People {
  const people: People = { memberIds: new Set(), otherRows: new Set() }
  if (shown.state === 'reading' || shown.state === 'applied') return people
  if (shown.state === 'ready') {
    const { changes, firstRows, warnings, headerRow } = shown.preview
    for (const { memberId } of [...changes, ...firstRows]) people.memberIds.add(memberId)
    addCells(people, warnings, headerRow)
  }
  if (shown.state === 'rejected') addCells(people, shown.error.errors ?? [], shown.reading?.headerRow ?? 0)
  if (shown.reading) addReading(people, shown.reading)
  return people
}

function addCells({ memberIds, otherRows }: People, cells: readonly ListedCell[], headerRow: number): void {
  for (const id of memberIdsOf(cells)) memberIds.add(id)
  const others = cells.filter((cell) => memberIdsOf([cell]).length === 0 && cell.row > headerRow)
  for (const { sheet, row } of others) otherRows.add(`${sheet} ${row}`)
}

function addReading({ memberIds, otherRows }: People, reading: ImportReading): void {
  const { questions, rowsLeftOut, fileColumns } = reading
  const listed = questions.flatMap((question) => (question.kind === 'rows' ? question.rows : []))
  for (const { sheet, row, kind } of [...listed, ...rowsLeftOut.rows]) {
    if (kind === 'without_id' || kind === 'unlike') otherRows.add(`${sheet} ${row}`)
  }
  for (const question of questions) {
    if (question.kind === 'repeated_ids') for (const id of question.examples) memberIds.add(id)
  }
  const heading = idHeading(reading)
  const column = fileColumns.find((each) => each.heading === heading)
  const ids = new Set([...(column?.samples ?? []), ...(column?.words ?? []).map(({ text }) => text)])
  for (const id of ids) memberIds.add(id)
  // The samples of the other columns are of the first rows too, unless these are empty.
  const most = Math.max(0, ...fileColumns.map(({ samples }) => samples.length))
  for (let sample = ids.size; sample < most; sample += 1) otherRows.add(`sample ${sample}`)
}

/** The column with the member IDs, certain or proposed. */
function idHeading({ columns, questions }: ImportReading): string | undefined {
  const certain = columns.find(({ column }) => column === 'memberId')?.heading
  if (certain !== undefined) return certain
  const asked = questions.find((question) => question.kind === 'column' && question.columns.includes('memberId'))
  return asked?.kind === 'column' ? asked.proposal?.heading : undefined
}
