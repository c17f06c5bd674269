import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { unitsOf } from '@health-console/contract/patients/units.ts'
import type { ImportReading } from '@health-console/contract/patients/questions.ts'
import type { SpreadsheetLimits } from '../../../core/spreadsheet/limits.ts'
import { readSheets } from '../../../core/spreadsheet/read-sheets.ts'
import { writeWorkbook, type WrittenSheet } from '../../../core/spreadsheet/write-workbook.ts'
import type { FileSurvey, SheetSurvey } from '../reading/survey/survey-sheet.ts'
import { type MarkedSheet, markRows } from './mark-rows.ts'
import type { RowReasons } from './row-reasons.ts'

export type FileToMark = {
  /** The file that was imported, and the workbook to be written. */
  path: string
  workbookPath: string
  limits: Partial<SpreadsheetLimits>
  survey: FileSurvey
  reading: ImportReading
}

/** Writes a workbook with the sheets of a file that were read. @returns the member IDs in it */
export async function writeMarkedFile(file: FileToMark, reasons: RowReasons): Promise<string[]> {
  const memberIds = new Set<string>()
  const onPatient = (memberId: string) => void memberIds.add(memberId)
  const source = readSheets(file.path, file.limits)
  const chosen = file.survey.sheets.filter(({ name }) => file.reading.sheetNames.includes(name))
  const sheets = chosen.map((survey) => {
    const sheet = describeSheet(survey, file.reading)
    const batches = markRows(readSheet(sheet.name), { sheet, reasons, onPatient })
    return { name: sheet.name, columns: columnsOf(sheet), batches }
  })
  await pipeline(writeWorkbook(sheets), createWriteStream(file.workbookPath, { flags: 'wx', mode: 0o600 }))
  await source.return()
  return [...memberIds]

  /** The sheets are requested in the order of the file. */
  async function* readSheet(name: string) {
    for (;;) {
      const { value, done } = await source.next()
      if (done === true) throw new Error('A sheet of the stored file is missing')
      if (value.isHidden || value.name !== name) continue
      yield* value.batches
      return
    }
  }
}

function describeSheet({ name, headerRow, columns }: SheetSurvey, reading: ImportReading): MarkedSheet {
  const keys = columns.flatMap(({ index, label, exact }) => {
    const key = reading.columns.find(({ heading }) => heading === label)?.column ?? exact
    return key === null ? [] : [[index, key] as const]
  })
  return { name, headerRow, headings: new Map(columns.map(({ index, label }) => [index, label])), keys: new Map(keys) }
}

const reasonWidth = 48

/** The reasons, and the columns of the file: what is typed into an empty cell of an ID stays a text. */
function columnsOf({ headings, keys }: MarkedSheet): WrittenSheet['columns'] {
  const count = Math.max(-1, ...headings.keys()) + 1
  const columns = Array.from({ length: count }, (_, index) => {
    const key = keys.get(index)
    return { type: key !== undefined && unitsOf(key).length === 0 ? ('text' as const) : ('number' as const) }
  })
  return [{ type: 'text', width: reasonWidth }, ...columns]
}
