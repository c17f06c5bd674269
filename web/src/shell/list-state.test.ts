import { expect, test } from 'vitest'
import { fromSort, readListState, toSort } from './list-state.ts'

const keys = ['bmi', 'memberId'] as const

test('the first page, an empty search and the default order are left out of the URL', () => {
  const nothing = { page: undefined, search: undefined, sort: undefined, order: undefined }
  expect(readListState({})).toEqual(nothing)
  expect(readListState({ page: '1', search: '', sort: '', order: 'desc' })).toEqual(nothing)
  expect(readListState({ page: '3', search: '0012', sort: 'bmi', order: 'asc' })).toEqual({
    page: 3,
    search: '0012',
    sort: 'bmi',
    order: undefined,
  })
})

test.each(['0', '-1', 'abc', '1e309', '1.5', ''])('“%s” is no page, so the first one shows', (page) => {
  expect(readListState({ page }).page).toBeUndefined()
})

test('a search that the server would refuse is cut to what it accepts', () => {
  expect(readListState({ search: '\0a\0'.repeat(200) }).search).toBe('a'.repeat(100))
  expect(readListState({ search: '\0' }).search).toBeUndefined()
})

test('a search from a URL is trimmed like a typed one, so that its field does not wait for another search', () => {
  expect(readListState({ search: ' ada ' }).search).toBe('ada')
  expect(readListState({ search: `${'a'.repeat(99)} lovelace` }).search).toBe('a'.repeat(99))
})

test('a search ignores invisible characters, but not joiners between Persian letters', () => {
  expect(readListState({ search: '\u200B4711\uFEFF' }).search).toBe('4711')
  expect(readListState({ search: '\u2060' }).search).toBeFalsy()
  expect(readListState({ search: 'می\u200Cروم' }).search).toBe('می\u200Cروم')
})

test('a sort is written to the URL and read back', () => {
  for (const sort of [null, { key: 'bmi', order: 'asc' }, { key: 'memberId', order: 'desc' }] as const) {
    expect(toSort(readListState(fromSort(sort)), keys)).toEqual(sort)
  }
})

test('a sort by an unknown column is ignored', () => {
  expect(toSort(readListState({ sort: 'password', order: 'desc' }), keys)).toBeNull()
})
