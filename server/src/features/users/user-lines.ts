import { PastDay } from '@health-console/contract/values/past-days.ts'
import { Email, ForeignId, shownName, Text } from '@health-console/contract/values/text.ts'
import { ofEachField, type UserField, userFieldNames, userFields } from '@health-console/contract/users/users.ts'
import * as z from 'zod/mini'
import type { LineKind } from '../ndjson/line-kind.ts'
import { Revision } from '../ndjson/revision.ts'
import { findEmptied, findErased, findHeld, findNewerUsers, upsertUsers, type UserChange } from './store.ts'

/** A missing field is not changed. Null empties it, as an empty text does. */
const field = <S extends z.ZodMiniType<string, string>>(schema: S) =>
  z.optional(
    z.pipe(
      z.transform((value) => (value === '' ? null : value)),
      z.pipe(
        z.nullable(schema),
        z.transform((value) => value ?? ''),
      ),
    ),
  )

const texts = { line: field(Text(200)), day: field(PastDay), email: field(Email) }

const UserLine = z.strictObject({
  id: ForeignId,
  ...ofEachField((name) => texts[userFields[name].kind]),
  revision: Revision,
})
type UserLine = z.output<typeof UserLine>

/** The fields that are shown as one line. */
const lines = userFieldNames.filter((name) => userFields[name].kind === 'line')

/** They are shown in lists, so control and invisible characters are removed. */
function cleaned(user: UserLine): Partial<Record<UserField, string>> {
  const shown: Partial<Record<UserField, string>> = {}
  for (const name of lines) {
    const text = user[name]
    if (text !== undefined) shown[name] = shownName(text, '')
  }
  return shown
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

/** The format of users: one JSON object per line. */
export const userLines: LineKind<UserChange, UserLine> = {
  noun: 'user',
  schema: UserLine,
  toRow: ({ revision = null, ...user }) => ({ ...user, ...cleaned(user), revision }),
  isCleaned: (user) => lines.some((name) => cleaned(user)[name] !== user[name]),
  idIn: z.pipe(
    z.looseObject({ id: ForeignId }),
    z.transform(({ id }) => id),
  ),
  userIdOf: (user) => user.id,
  findErased,
  findEmptied,
  findHeld,
  findConflicts: findNewerUsers,
  tables: ['end_users'],
  indexedLength: (user) => user.id.length + sum(lines.map((name) => user[name]?.length ?? 0)),
  write: upsertUsers,
}
