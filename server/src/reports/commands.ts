import { importCommand } from '../ndjson/import-file.ts'
import { reportLines } from './report-lines.ts'

export const importReportsCommand = importCommand(
  'Add reports, or replace those whose id exists, from a file with {"userId", "report"} on each line.',
  reportLines,
)
