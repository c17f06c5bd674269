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
  ['HM‑12014265', 'hm-1201', '[HM‑1201]4265'],
  ['مُحَمَّد علي', 'محمد', '[مُحَمَّد] علي'],
  ['김민준', '김민준'.normalize('NFD'), '[김민준]'],
  ['김민준', '미', '김[민]준'],
  ['ｶﾞｸ', 'ガ', '[ｶﾞ]ｸ'],
  ['がく', 'か', 'がく'],
  ['राम', 'रम', 'राम'],
])('in "%s", "%s" is marked as %s', (label, typed, marked) => {
  expect(mark(label, typed)).toBe(marked)
})
