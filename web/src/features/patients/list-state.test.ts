import { expect, test } from 'vitest'
import { readListState } from './list-state.ts'
import { fromSort, toSort } from './sorting.ts'

test('the first page, no search and the order of the file do not stand in the address', () => {
  const nothing = { page: undefined, search: undefined, sort: undefined, order: undefined }
  expect(readListState({})).toEqual(nothing)
  expect(readListState({ page: '1', search: '', sort: '', order: 'desc' })).toEqual(nothing)
  expect(readListState({ page: '3', search: '0012', sort: 'age', order: 'asc' })).toEqual({
    page: 3,
    search: '0012',
    sort: 'age',
    order: undefined,
  })
})

test('a sort goes into the address and comes back', () => {
  for (const sort of [null, { key: 'bmi', order: 'asc' }, { key: 'memberId', order: 'desc' }] as const) {
    expect(toSort(readListState(fromSort(sort)))).toEqual(sort)
  }
})

test('a column that does not exist sorts nothing', () => {
  expect(toSort(readListState({ sort: 'password', order: 'desc' }))).toBeNull()
})
