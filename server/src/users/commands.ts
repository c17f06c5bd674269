import { ForeignId, Text, toLine } from '@health-console/contract/text.ts'
import * as z from 'zod/mini'
import { importCommand } from '../ndjson/import-file.ts'
import { renewPositions } from './search/positions.ts'
import { findErased, upsertUsers } from './store.ts'

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
  id: ForeignId,
  memberId: unknownIsEmpty(Text(200)),
  firstName: unknownIsEmpty(Text(200)),
  lastName: unknownIsEmpty(Text(200)),
  dateOfBirth: unknownIsEmpty(day),
  email: unknownIsEmpty(Text(320)),
})

/** The fields that are shown as one line. */
const lines = ['memberId', 'firstName', 'lastName', 'email'] as const

/** They are shown in lists: control characters, and characters that are not seen, are left out. */
const cleaned = ({ memberId, firstName, lastName, email }: z.output<typeof UserLine>) => ({
  memberId: toLine(memberId),
  firstName: toLine(firstName),
  lastName: toLine(lastName),
  email: toLine(email),
})

export const importUsersCommand = importCommand(
  'Add end users, or update those whose id exists, from a file with a JSON object on each line.',
  {
    noun: 'user',
    schema: UserLine,
    toRow: (user) => ({ ...user, ...cleaned(user) }),
    isCleaned: (user) => lines.some((field) => cleaned(user)[field] !== user[field]),
    idOf: (user) => user.id,
    userIdOf: (user) => user.id,
    findErased,
    tables: ['end_users', 'user_search'],
    write: upsertUsers,
    finish: renewPositions,
  },
)
