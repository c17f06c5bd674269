const byHand = [
  ['ß', 'ss'],
  ['ẞ', 'ss'],
  ['æ', 'ae'],
  ['Æ', 'ae'],
  ['œ', 'oe'],
  ['Œ', 'oe'],
  ['þ', 'th'],
  ['Þ', 'th'],
  ['ð', 'd'],
  ['Ð', 'd'],
  ['đ', 'd'],
  ['Đ', 'd'],
  ['ø', 'o'],
  ['Ø', 'o'],
  ['ł', 'l'],
  ['Ł', 'l'],
  ['ħ', 'h'],
  ['Ħ', 'h'],
  ['ŧ', 't'],
  ['Ŧ', 't'],
  ['ŋ', 'n'],
  ['Ŋ', 'n'],
  ['ı', 'i'],
  ['ſ', 's'],
  ['ς', 'σ'],
  ['’', "'"],
  ['ʼ', "'"],
  ['\u00a0', ' '],
] as const

/** Latin with its extensions, Greek, Cyrillic, Armenian; Latin Extended Additional and Greek Extended. */
const ranges = [
  [0xc0, 0x587],
  [0x1e00, 0x1fff],
] as const
const combiningMarks = [0x300, 0x36f] as const

/**
 * Maps non-ASCII letters to a form without case and accents, so that "Müller" is sorted like "muller". Searches use
 * `foldSearch`. Databases hold this table (`letter_folds`, generated columns): changing it needs a migration.
 */
export const letterFolds: ReadonlyMap<string, string> = new Map([...foldsByUnicode(), ...byHand])

/**
 * The form in which text is sorted. The database folds stored text with the same table, because its own lower-casing only
 * covers ASCII.
 */
export function fold(text: string): string {
  return text
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[^\0-\x7f]/gu, (letter) => letterFolds.get(letter) ?? letter)
}

function* foldsByUnicode(): Generator<[string, string]> {
  for (let code = combiningMarks[0]; code <= combiningMarks[1]; code++) yield [String.fromCharCode(code), '']
  for (const [first, last] of ranges) {
    for (let code = first; code <= last; code++) {
      const letter = String.fromCharCode(code)
      const plain = letter
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .toLowerCase()
      if (/^\p{L}$/u.test(letter) && plain !== letter && plain !== '') yield [letter, plain]
    }
  }
}
