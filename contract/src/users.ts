import * as z from 'zod/mini'
import { endpoint } from './http/endpoint.ts'
import { PageMeta, PageNumber } from './http/paging.ts'
import { Id, SearchText } from './values/text.ts'

/** A user of the product. Unknown fields are empty. */
export const EndUser = z.object({
  id: z.string(),
  memberId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** YYYY-MM-DD */
  dateOfBirth: z.string(),
  email: z.string(),
})
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
    page: z._default(PageNumber, 1),
    search: z._default(SearchText, ''),
    sort: z.optional(z.enum(userSortKeys)),
    order: z._default(z.enum(['asc', 'desc']), 'asc'),
  }),
  response: z.object({ data: z.array(EndUser), meta: PageMeta }),
})

export const getUser = endpoint({
  name: 'getUser',
  method: 'GET',
  path: '/v1/users/{id}',
  summary: 'One user; `hasLegalHold` if a legal hold prevents erasing them',
  params: z.strictObject({ id: Id }),
  /** `hasLegalHold`: the user must not be erased. */
  response: z.object({ data: z.extend(EndUser, { hasLegalHold: z.boolean() }) }),
})
