import { importCommand } from '../ndjson/import-file.ts'
import { userLines } from './user-lines.ts'

export const importUsersCommand = importCommand(
  'Add end users, or update existing ones by id, from a file with one JSON object per line.',
  userLines,
)
