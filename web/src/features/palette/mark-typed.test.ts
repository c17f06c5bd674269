import { expect, test } from 'vitest'
import { markTyped } from './mark-typed.ts'

const mark = (label: string, typed: string) =>
  markTyped(label, typed)
    .map(({ text, isTyped }) => (isTyped ? `[${text}]` : text))
    .join('')

test.each([
  ['Siân Llewellyn', 'sian ll', '[Siân] [Ll]ewellyn'],
  ['Siân Llewellyn', 'LLEW', 'Siân [Llew]ellyn'],
  ['Jörg Strauß', 'strauss', 'Jörg [Strauß]'],
  ['Jörg Strauß', 'stras', 'Jörg Strauß'],
  ['Zoe\u0308 M', 'zoe', '[Zoë] M'],
  ['HM-1204', '1204 nobody', 'HM-[1204]'],
  ['😀 Ann', 'ann', '😀 [Ann]'],
  ['Ann', '', 'Ann'],
])('in "%s", "%s" is marked as %s', (label, typed, marked) => {
  expect(mark(label, typed)).toBe(marked)
})
