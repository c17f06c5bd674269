import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { GivenCode } from './text.ts'
import { toAsciiDigits, toPlainCode, toPlainInput } from './typed-text.ts'

test('the digits of every script are read', () => {
  for (let code = 0; code <= 0x10_ff_ff; code += 1) {
    const letter = String.fromCodePoint(code)
    if (!/\p{Nd}/u.test(letter)) continue
    const ten = Array.from({ length: 10 }, (_, value) => String.fromCodePoint(code + value)).join('')
    const value = Number(toAsciiDigits(letter))
    expect(toAsciiDigits(ten).slice(0, 10 - value)).toBe('0123456789'.slice(value))
  }
  expect(toAsciiDigits('٠١٢٣٤٥٦٧٨٩ ۰۹ ०९ ๐๙ ０９ 𝟎𝟗')).toBe('0123456789 09 09 09 09 09')
})

test.each([
  [' HM‑12014265\u200E', 'HM-12014265'],
  ['ＨＭ－１２', 'HM-12'],
  ['１０．２０．０．０／１６', '10.20.0.0/16'],
  ['\u202A٩٠\u202C', '90'],
  [' 90\u00A0', '90'],
])('%j is read as %j', (text, plain) => {
  expect(toPlainInput(text)).toBe(plain)
})

test.each(['‐', '‑', '‒', '–', '—', '−', '－', ' – ', '\u00AD', '\u200B-', '. '])(
  'a recovery code with %j between its groups is read',
  (sign) => {
    expect(toPlainCode(`abcd${sign}efgh${sign}0123`)).toBe('abcdefgh0123')
    expect(z.parse(GivenCode, ` ABCD${sign}EFGH${sign}0123`)).toBe('abcdefgh0123')
  },
)

test.each(['１２３４５６', '123 456', '123\u00A0456', '123–456', '١٢٣٤٥٦', '\u200E123456\u200E', '①②③④⑤⑥'])(
  'the code %j of an authenticator app is read',
  (text) => {
    expect(z.parse(GivenCode, text)).toBe('123456')
  },
)

test('a code without a letter or digit is missing', () => {
  for (const text of ['', ' – ', '\u200B']) {
    expect(z.safeParse(GivenCode, text).error?.issues.map(({ message }) => message)).toEqual(['The code is required'])
  }
})
