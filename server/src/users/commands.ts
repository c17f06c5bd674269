import { importCommand } from '../ndjson/import-file.ts'
import { userLines } from './user-lines.ts'

export const importUsersCommand = importCommand(
  'Add end users, or update those whose id exists, from a file with a JSON object on each line.',
  userLines,
)
