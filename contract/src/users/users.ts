import * as z from 'zod/mini'
import { DayOrEmpty, describe } from '../values/describe.ts'
import { endpoint } from '../http/endpoint.ts'
import { PageMeta, PageNumber } from '../http/paging.ts'
import { Id, SearchText } from '../values/text.ts'

/** What the text in a field of a user is: one line, a day such as 1980-02-29, or an email address. */
type UserFieldKind = 'line' | 'day' | 'email'

/**
 * All that is known about a user besides the ID: the heading, the noun in a sentence, and the kind of text. The columns
 * of the table, the lines that your product writes, the responses, the users list, the user's page, the exported page and
 * the erase dialog are made of this list. An unknown field is empty.
 */
export const userFields = {
  memberId: { label: 'Member id', noun: 'Member ID', kind: 'line' },
  firstName: { label: 'First Name', noun: 'name', kind: 'line' },
  lastName: { label: 'Last Name', noun: 'name', kind: 'line' },
  dateOfBirth: { label: 'Date of birth', noun: 'date of birth', kind: 'day' },
  email: { label: 'Email', noun: 'email address', kind: 'email' },
} as const satisfies Record<string, { label: string; noun: string; kind: UserFieldKind }>
export type UserField = keyof typeof userFields

export const userFieldNames = Object.keys(userFields) as UserField[]

/** What is known about a user besides the name, which two fields share. */
export const userFactNames = userFieldNames.filter((field) => userFields[field].noun !== 'name')

/** A value for each field of a user. */
export const ofEachField = <Value>(toValue: (field: UserField) => Value) =>
  Object.fromEntries(userFieldNames.map((field) => [field, toValue(field)])) as Record<UserField, Value>

/** A user of the product of whom nothing is known. */
export const unknownUser: Readonly<Record<UserField, string>> = ofEachField(() => '')

export const EndUser = describe(
  z.object({
    id: describe(z.string(), 'The ID of the user.'),
    ...ofEachField((field) => {
      const { label, kind } = userFields[field]
      return describe(kind === 'day' ? DayOrEmpty : z.string(), `${label}; empty if unknown.`)
    }),
  }),
  'A user of the product.',
)
export type EndUser = z.infer<typeof EndUser>

/** The fields by which the list can be sorted. */
export const userSortKeys = ['memberId', 'firstName', 'lastName', 'dateOfBirth'] as const
export type UserSortKey = (typeof userSortKeys)[number]

export const listUsers = endpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/v1/users',
  summary:
    'One page of the users, by last name, first name and id unless sorted; with `search` only those in whose names, member ID or id each word is found',
  query: z.strictObject({
    page: describe(z._default(PageNumber, 1), 'The number of the page, starting at 1.'),
    search: describe(
      z._default(SearchText, ''),
      'Only users in whose names, member ID or ID each word is found. Empty: all users.',
    ),
    sort: describe(z.optional(z.enum(userSortKeys)), 'The field to sort by. Absent: last name, first name and ID.'),
    order: describe(z._default(z.enum(['asc', 'desc']), 'asc'), 'The direction of `sort`.'),
  }),
  response: z.object({ data: z.array(EndUser), meta: describe(PageMeta, 'The position of the page in the list.') }),
})

export const getUser = endpoint({
  name: 'getUser',
  method: 'GET',
  path: '/v1/users/{id}',
  summary: 'One user; `hasLegalHold` if a legal hold prevents erasing them',
  params: z.strictObject({ id: describe(Id, 'The ID of the user.') }),
  /** `hasLegalHold`: the user must not be erased. */
  response: z.object({
    data: z.extend(EndUser, { hasLegalHold: describe(z.boolean(), 'Whether a legal hold prevents erasing the user.') }),
  }),
})
