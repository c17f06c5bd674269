import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { FileName } from '../files/files.ts'
import { Line, Name, shownName, toLine, withoutInvisible } from './text.ts'

const names = [
  'Zoë Ångström',
  "O'Brien-Łukaszewicz, Jr.",
  'محمد علی‌پور',
  'עדה לאבלייס',
  'क्‍ष',
  '山田 太郎',
  '葛\u{E0100}城',
  '👩🔬 Ada',
  '👩\u200D🔬 Ada',
  '👨\u200D👩\u200D👧\u200D👦👩🏽\u200D⚕️',
  '🏳️\u200D🌈',
]

test.each(names)('a name in any script is accepted: %s', (name) => {
  expect(z.parse(Name, `  ${name} `)).toBe(name)
  expect(toLine(name)).toBe(name)
})

const twoLines = ['\n', '\r\n', '\t', '\0', '\x1b[2J', '\x7f', '\x85', '\u2028', '\u2029', '\u202E', '\u2066']

test.each(twoLines)('a name with several lines is rejected, and displayed with a space: %j', (text) => {
  const { error } = z.safeParse(Name, `Ada${text}Verify at https://evil.example`)
  expect(error?.issues.map(({ message }) => message)).toEqual(['Line breaks and control characters are not allowed'])
  expect(toLine(`Ada${text} Lovelace`)).not.toContain(text)
})

test.each(twoLines)('a file name with several lines is rejected: %j', (text) => {
  expect(z.safeParse(FileName, `prompt${text}.txt`).success).toBe(false)
})

test('white space at the ends of a name is trimmed', () => {
  expect(z.parse(Name, '\nAda Lovelace\r\n\u2028')).toBe('Ada Lovelace')
  expect(toLine('\nAda\n\nLovelace\x85')).toBe('Ada Lovelace')
})

const invisible = [
  '\u200B',
  '\u200E',
  '\u200F',
  '\u2060',
  '\u061C',
  '\u00AD',
  '\u115F',
  '\u1160',
  '\u3164',
  '\uFFA0',
  '\u034F',
]

test.each([...invisible, '\uFEFF', '\u200C', '\u200D'])(
  'a name with an invisible character is rejected, and displayed without it: %j',
  (text) => {
    const { error } = z.safeParse(Name, `Ada${text}Lovelace`)
    expect(error?.issues.map(({ message }) => message)).toEqual(['Invisible characters are not allowed'])
    expect(z.safeParse(FileName, `prompt${text}.txt`).success).toBe(false)
    expect(toLine(`Ada${text}Lovelace`)).toBe('AdaLovelace')
    expect(withoutInvisible(`Ada${text}Lovelace`)).toBe('AdaLovelace')
  },
)

test.each(['\u2800', '\u0301', '\uFE0F', '\u3000\u0308', '\u200C', '\u3164'])(
  'a name that looks empty is rejected: %j',
  (text) => {
    expect(z.safeParse(Name, text).success).toBe(false)
    expect(z.safeParse(Line(60), text).success).toBe(false)
  },
)

test.each(['علی\u200C', '\u200Dعلی', 'Ada\u200Cعلی', '👩\u200D🍎', '👩\u200D', '👩\u200D\u200D🔬'])(
  'a joiner that joins no letters is rejected: %j',
  (text) => {
    expect(z.safeParse(Name, text).success).toBe(false)
  },
)

test.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['\u202EAda\u200B Lovelace', 'Ada Lovelace'],
  ['محمد علی\u200Cپور', 'محمد علی\u200Cپور'],
  ['\u200B\u3164', 'ada@example.org'],
  ['\u2800', 'ada@example.org'],
  ['', 'ada@example.org'],
])('the stored name %j is shown as %j', (stored, shown) => {
  expect(shownName(stored, 'ada@example.org')).toBe(shown)
})
