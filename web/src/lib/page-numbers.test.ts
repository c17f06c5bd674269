import { expect, test } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

test('[widgets-3] six pages or fewer are all listed, whatever the current one', () => {
  for (let total = 0; total <= 6; total++) {
    const all = Array.from({ length: total }, (_, index) => index + 1)
    for (let current = 1; current <= total; current++) expect(pageNumbers(current, total)).toEqual(all)
  }
})

test.each([
  [1, 7, [1, 2, 3, 'gap', 7]],
  [2, 7, [1, 2, 3, 4, 'gap', 7]],
  [3, 7, [1, 2, 3, 4, 5, 'gap', 7]],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
  [5, 7, [1, 'gap', 3, 4, 5, 6, 7]],
  [7, 7, [1, 'gap', 5, 6, 7]],
  [39, 77, [1, 'gap', 37, 38, 39, 40, 41, 'gap', 77]],
  [77, 77, [1, 'gap', 75, 76, 77]],
])('the pager shows the right cells for page %i of %i', (current, total, cells) => {
  expect(pageNumbers(current, total)).toEqual(cells)
})

test('[widgets-3] with more than six pages the rule holds for every page of every total', () => {
  for (let total = 7; total <= 60; total++) {
    for (let current = 1; current <= total; current++) {
      const cells = pageNumbers(current, total)
      const pages = cells.filter((cell) => cell !== 'gap')
      const expected = new Set([1, total])
      for (let page = current - 2; page <= current + 2; page++) if (page >= 1 && page <= total) expected.add(page)
      expect(pages).toEqual([...expected].toSorted((left, right) => left - right))
      // There is a gap exactly where pages are left out.
      for (const [index, cell] of cells.entries()) {
        const before = cells[index - 1]
        const after = cells[index + 1]
        if (cell === 'gap') expect(Number(after) - Number(before)).toBeGreaterThan(1)
        else if (typeof before === 'number') expect(cell - before).toBe(1)
      }
    }
  }
})

test('a page past the end shows the last pages', () => {
  expect(pageNumbers(99, 10)).toEqual([1, 'gap', 8, 9, 10])
})
