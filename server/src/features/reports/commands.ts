import { importCommand } from '../ndjson/import-file.ts'
import { reportLines } from './report-lines.ts'

export const importReportsCommand = importCommand(
  'Add reports, or replace existing ones by id, from a file with one {"userId", "report"} object per line.',
  reportLines,
)
