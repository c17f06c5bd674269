import { expect, test } from 'vitest'
import { describeChange, type ListFacts } from './use-list-announcement.ts'

const list: ListFacts = {
  noun: ['user', 'users'],
  search: '',
  page: 1,
  sort: null,
  sortedBy: undefined,
  total: 1524,
  totalPages: 77,
}
const change = (now: Partial<ListFacts>, before: Partial<ListFacts> = {}) =>
  describeChange({ ...list, ...before }, { ...list, ...now })

test('a search announces its number of results, unless the empty list says that there are none', () => {
  expect(change({ search: 'adey', total: 9, totalPages: 1 })).toBe('9 users for adey')
  expect(change({ search: 'adeyemi', total: 1, totalPages: 1 }, { search: 'adey' })).toBe('1 user for adeyemi')
  expect(change({}, { search: 'adey', total: 9 })).toBe('1,524 users')
  expect(change({ search: 'zebra', total: 0, totalPages: 0 })).toBe('')
})

test('a new page and a new order are announced', () => {
  expect(change({ page: 2 })).toBe('Page 2 of 77')
  expect(change({ sort: { key: 'lastName', order: 'desc' }, sortedBy: 'Last Name', page: 1 }, { page: 3 })).toBe(
    'Sorted by Last Name, descending',
  )
  expect(change({}, { sort: { key: 'lastName', order: 'desc' }, sortedBy: 'Last Name' })).toBe('Not sorted')
  expect(change({})).toBeNull()
})
