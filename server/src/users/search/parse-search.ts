import type { UserSortKey } from '@health-console/contract/users.ts'
import { fold } from '../../database/tables/fold.ts'
import type { EndUsersTable } from '../../database/tables/users.ts'

/** A parsed search for users, the same on every engine. */
export type UserSearch = {
  /** Folded. Three characters or more match anywhere in a name or member id; fewer only at the start of a word. */
  text: string
  matches: 'anywhere' | 'word_start'
  /** Ids that start with this also match. Lower case. */
  idPrefix: string
}

/** Where a page begins in the list, and its maximum size. */
export type PageOfUsers = { offset: number; limit: number }

/** Without `sort` the list has its own order, which is the same as by last name. People without the value come last. */
export type UserOrder = { sort?: UserSortKey | undefined; order: 'asc' | 'desc' }

export const ownOrder: UserOrder = { order: 'asc' }

export type FoundUsers = { users: EndUsersTable[]; total: number }

/** More words than a name has are not turned round. */
const mostWords = 5

/** The same names with the first name in front, where a text may have them in the order of the list: "Adeyemi, Arjun". */
export function firstNameFirst(typed: string): string[] {
  const [last = '', ...rest] = typed.split(',')
  if (rest.length > 0) return [`${rest.join(' ')} ${last}`]
  const words = typed.trim().split(/\s+/)
  if (words.length > mostWords) return []
  return words.slice(1).map((_, index) => [...words.slice(index + 1), ...words.slice(0, index + 1)].join(' '))
}

const wordSeparators = /[ -]+/g

/** @returns undefined when there is nothing to search for */
export function parseUserSearch(typed: string): UserSearch | undefined {
  const term = typed.replace(/\s+/g, ' ').trim()
  if (term === '') return undefined
  const text = fold(term)
  const idPrefix = term.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  if ([...text].length >= 3) return { text, matches: 'anywhere', idPrefix }
  return { text: text.replace(wordSeparators, ''), matches: 'word_start', idPrefix }
}
