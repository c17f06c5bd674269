import { foldLetter } from '@health-console/contract/values/search-text.ts'

/**
 * A row of `search_letters`: how the search compares a character. A character that becomes several, of which one is a
 * mark, has a row for each.
 */
type SearchLetter = {
  letter: string
  part: number
  plain: string
  /** The order of marks after the same letter, in which texts that Unicode defines as equal are the same; 0: no mark. */
  class: number
}

/** A row of `search_pairs`: a kana with a voicing mark, and the one character for both. */
type SearchPair = { number: number; pair: string; joined: string }

/** Blocks without letters that are folded, which take long to look at. */
const skipped = [
  [0x3400, 0x9fff],
  [0xd800, 0xf8ff],
  [0x17000, 0x18cff],
  [0x20000, 0x2f7ff],
  [0x2fa20, 0xdffff],
  [0xe1000, 0x10ffff],
] as const

const mayBeFolded = /[\p{CWKCF}\p{CWL}\p{CWU}\p{M}\p{Nd}\p{P}\p{S}\p{Lm}]/u

/** All characters whose folded form differs from them, and the marks that stay. */
export function* listSearchLetters(): Generator<SearchLetter> {
  for (let code = 0x20; code <= 0x10_ff_ff; code += 1) {
    const block = skipped.find(([first, last]) => code >= first && code <= last)
    if (block) {
      code = block[1]
      continue
    }
    const letter = String.fromCodePoint(code)
    if (!mayBeFolded.test(letter) && letter.normalize('NFKD') === letter && !arabicForm.test(letter)) continue
    const plain = foldLetter(letter).normalize('NFD')
    const parts = [...plain].map((each) => ({ plain: each, class: classOf(each) }))
    const isOnlyLetters = parts.every((part) => part.class === 0)
    if (isOnlyLetters && plain !== letter) yield { letter, part: 0, plain, class: 0 }
    if (!isOnlyLetters) yield* parts.map((each, part) => ({ letter, part, ...each }))
  }
}

const arabicForm = /\p{scx=Arab}/u

/** The kana that have a form with a voicing mark. */
export function* listSearchPairs(): Generator<SearchPair> {
  let number = 0
  for (let code = 0x3040; code <= 0x30ff; code += 1) {
    const joined = String.fromCodePoint(code)
    const pair = joined.normalize('NFD')
    if (pair !== joined) yield { number: (number += 1), pair, joined }
  }
}

/** A mark of each class by which Unicode orders marks, in ascending order. */
const marksByClass = [
  ...'\u0334\u{16FF0}\u093C\u3099\u094D\u05B0\u05B1\u05B2\u05B3\u05B4\u05B5\u05B6\u05B7\u05B8\u05B9\u05BB\u05BC\u05BD',
  ...'\u05BF\u05C1\u05C2\uFB1E\u064B\u064C\u064D\u064E\u064F\u0650\u0651\u0652\u0670\u0711\u0C55\u0C56\u0E38\u0E48',
  ...'\u0EB8\u0EC8\u0F71\u0F72\u0F74\u0321\u1DCE\u031B\u302A\u0316\u059A\u302E\u{1D16D}\u05AE\u0301\u0315\u035C\u035D',
  ...'\u0345',
]

/** The place of a mark's class among all; 0 for characters that are not ordered. */
function classOf(mark: string): number {
  if (!/\p{M}/u.test(mark)) return 0
  // A mark moves before another one of a higher class, but never before a letter.
  const movesBefore = (other: string) => `a${other}${mark}`.normalize('NFD') === `a${mark}${other}`
  const higher = marksByClass.filter((other) => other !== mark && movesBefore(other)).length
  if (higher > 0) return marksByClass.length - higher
  const isHighest = `a${mark}${marksByClass[0]}`.normalize('NFD') === `a${marksByClass[0]}${mark}`
  return isHighest && mark !== marksByClass[0] ? marksByClass.length : 0
}
