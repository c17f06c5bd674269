import { expect, test } from 'vitest'
import { countUnseen, noticesOfUnseen, toSeen } from './unseen.ts'

test.each([
  ['a turned value', 'Dose: 5\u202Egm 05', 'Dose: 5[U+202E]gm 05'],
  ['an isolation', '\u2067a\u2069', '[U+2067]a[U+2069]'],
  ['a control character', 'a\u0007b', 'a[U+0007]b'],
  ['letters written in tag characters', 'Hi\u{E0041}\u{E0042}', 'Hi[U+E0041][U+E0042]'],
  ['variation selectors', 'a\uFE0Fb\u{E0100}', 'a[U+FE0F]b[U+E0100]'],
  ['characters without width', 'a\u200Bb\u2060c\uFEFFd', 'a[U+200B]b[U+2060]c[U+FEFF]d'],
  ['a soft hyphen and fillers', 'a\u00ADb\u3164', 'a[U+00AD]b[U+3164]'],
  ['separators of lines', 'a\u2028b', 'a[U+2028]b'],
  ['joiners between letters that do not join', 'pass\u200Dword\u200C', 'pass[U+200D]word[U+200C]'],
  ['a joiner at the edge of letters that join', 'می\u200C ', 'می[U+200C] '],
  ['selectors and joiners that make no emoji', '😀\u200D!\u2764\uFE0F\uFE0F', '😀[U+200D]!\u2764\uFE0F[U+FE0F]'],
  ['the tags of a flag', '🏴\u{E0067}\u{E007F}', '🏴[U+E0067][U+E007F]'],
])('an invisible character is shown as its code: %s', (_, text, shown) => {
  expect(toSeen(text)).toBe(shown)
})

test.each([
  ['plain text with line breaks and tabs', 'one\r\n\ttwo'],
  ['letters with accents and of other scripts', 'Łódź 李小龍 Ελλάδα'],
  ['a joiner between letters that join', 'می\u200Cخواهم क्\u200Dष'],
  ['standard emoji', '❤\uFE0F 👩\u200D⚕\uFE0F 👨\u200D👩\u200D👧 1\uFE0F⃣ 🏳\uFE0F\u200D🌈'],
])('visible text is not changed: %s', (_, text) => {
  expect(toSeen(text)).toBe(text)
})

test.each(['\uFE0F', '\u200D', '👩\u200D', '1\uFE0F', '\u202E', 'ی\u200C', '\u{E0041}'])(
  '256 KiB of %j are read in time',
  // If the time grew with the square of the length, this would take minutes; otherwise it takes milliseconds. The
  // limit, like that of a test that hangs, is enough even for a busy machine.
  { timeout: 60_000 },
  (repeated) => {
    const text = repeated.repeat(256 * 1024)
    expect(toSeen(text).length).toBeGreaterThanOrEqual(text.length)
  },
)

test('invisible characters are counted by kind, and the first codes of each kind are listed', () => {
  const counts = new Map<string, number>()
  for (const text of ['a\u202E\u202Eb', '\u{E0049}\u{E0067}\u{E006E}\u{E006F}\u{E0072}\u{E0065}'])
    countUnseen(text, counts)
  expect(noticesOfUnseen('The prompt', counts)).toEqual([
    'The prompt has 2 direction characters (U+202E).',
    'The prompt has 6 invisible characters (U+E0049, U+E0067, U+E006E, U+E006F, U+E0072 and others).',
  ])
})
