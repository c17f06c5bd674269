import { Id, Text } from '@health-console/contract/text.ts'
import * as z from 'zod/mini'
import { importCommand } from '../ndjson/import-file.ts'
import { renewPositions } from './search/positions.ts'
import { upsertUsers } from './store.ts'

/** Missing and null both mean unknown. */
const unknownIsEmpty = <S extends z.ZodMiniType<string, string>>(schema: S) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value) => value ?? ''),
  )

const day = z
  .string()
  .check(z.refine((text) => text === '' || z.regexes.date.test(text), 'A day is expected, such as 1980-02-29'))

const UserLine = z.strictObject({
  id: Id,
  memberId: unknownIsEmpty(Text(200)),
  firstName: unknownIsEmpty(Text(200)),
  lastName: unknownIsEmpty(Text(200)),
  dateOfBirth: unknownIsEmpty(day),
  email: unknownIsEmpty(Text(320)),
})

export const importUsersCommand = importCommand(
  'Add end users, or update those whose id exists, from a file with a JSON object on each line.',
  {
    noun: 'user',
    schema: UserLine,
    toRow: (user) => user,
    idOf: (user) => user.id,
    tables: ['end_users', 'user_search'],
    write: upsertUsers,
    finish: renewPositions,
  },
)
