import { Id, Text } from '@health-console/contract/text.ts'
import * as z from 'zod/mini'
import type { EndUsersTable } from '../database/tables/users.ts'
import { type Command, UsageError } from '../commands/command.ts'
import { type FileKind, importFile } from '../ndjson/import-file.ts'
import { renewPositions } from './search/positions.ts'
import { upsertUsers } from './store.ts'

/** Missing and null both mean unknown. */
const unknownIsEmpty = <S extends z.ZodMiniType<string, string>>(schema: S) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value) => value ?? ''),
  )

const day = z.string().check(z.refine((text) => text === '' || isDay(text), 'A day is expected, such as 1980-02-29'))

const UserLine = z.strictObject({
  id: Id,
  memberId: unknownIsEmpty(Text(200)),
  firstName: unknownIsEmpty(Text(200)),
  lastName: unknownIsEmpty(Text(200)),
  dateOfBirth: unknownIsEmpty(day),
  email: unknownIsEmpty(Text(320)),
})

const users: FileKind<EndUsersTable, z.output<typeof UserLine>> = {
  action: 'users.import',
  schema: UserLine,
  toRow: (user) => user,
  idOf: (user) => user.id,
  tables: ['end_users', 'user_search'],
  write: upsertUsers,
}

export const importUsersCommand: Command = {
  usage: 'import-users FILE',
  summary: 'Add end users, or update those whose id exists, from a file with a JSON object on each line.',
  async run(context, [file, ...rest]) {
    if (file === undefined || rest.length > 0) throw new UsageError('Name one file.')
    const lines = await importFile(context, file, users)
    await renewPositions(context)
    return `Imported ${lines.toLocaleString('en-GB')} ${lines === 1 ? 'user' : 'users'}.`
  },
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(text)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text)
}
