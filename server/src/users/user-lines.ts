import { ForeignId, Text, toLine } from '@health-console/contract/text.ts'
import * as z from 'zod/mini'
import type { EndUsersTable } from '../database/tables/users.ts'
import type { LineKind } from '../ndjson/line-kind.ts'
import { Revision } from '../ndjson/revision.ts'
import { renewPositions } from './search/positions.ts'
import { findErased, findNewerUsers, upsertUsers } from './store.ts'

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
  revision: Revision,
})
type UserLine = z.output<typeof UserLine>

/** The fields that are shown as one line. */
const lines = ['memberId', 'firstName', 'lastName', 'email'] as const

/** They are shown in lists: control characters, and characters that are not seen, are left out. */
const cleaned = ({ memberId, firstName, lastName, email }: UserLine) => ({
  memberId: toLine(memberId),
  firstName: toLine(firstName),
  lastName: toLine(lastName),
  email: toLine(email),
})

/** End users, a JSON object a line. */
export const userLines: LineKind<EndUsersTable, UserLine> = {
  noun: 'user',
  schema: UserLine,
  toRow: ({ revision = null, ...user }) => ({ ...user, ...cleaned(user), revision }),
  isCleaned: (user) => lines.some((field) => cleaned(user)[field] !== user[field]),
  idIn: z.pipe(
    z.looseObject({ id: ForeignId }),
    z.transform(({ id }) => id),
  ),
  userIdOf: (user) => user.id,
  findErased,
  findConflicts: findNewerUsers,
  tables: ['end_users', 'user_search'],
  write: upsertUsers,
  finish: renewPositions,
}
