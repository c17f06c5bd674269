import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { FileName } from './files.ts'
import { Name, toLine } from './text.ts'

const names = ['Zoë Ångström', "O'Brien-Łukaszewicz, Jr.", 'محمد علی‌پور', 'עדה \u200Fלאבלייס', '山田 太郎', '👩‍🔬 Ada']

test.each(names)('a name in any script is accepted: %s', (name) => {
  expect(z.parse(Name, `  ${name} `)).toBe(name)
  expect(toLine(name)).toBe(name)
})

const twoLines = ['\n', '\r\n', '\t', '\0', '\x1b[2J', '\x7f', '\x85', '\u2028', '\u2029', '\u202E', '\u2066']

test.each(twoLines)('text of several lines is refused, and displayed with a space: %j', (text) => {
  const { error } = z.safeParse(Name, `Ada${text}Verify at https://evil.example`)
  expect(error?.issues.map(({ message }) => message)).toEqual(['Line breaks and control characters are not allowed'])
  expect(toLine(`Ada${text} Lovelace`)).not.toContain(text)
})

test.each(twoLines)('a file name of several lines is refused: %j', (text) => {
  expect(z.safeParse(FileName, `prompt${text}.txt`).success).toBe(false)
})

test('at the ends it is trimmed like a space', () => {
  expect(z.parse(Name, '\nAda Lovelace\r\n\u2028')).toBe('Ada Lovelace')
  expect(toLine('\nAda\n\nLovelace\x85')).toBe('Ada Lovelace')
})
