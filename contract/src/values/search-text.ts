import { hyphens, toAsciiDigits } from './typed-text.ts'

/** Text without these needs no folding but lower case: all ASCII but the grave accent, which reads as an apostrophe. */
const isPlain = (text: string) => /^[\x20-_a-\x7e]*$/.test(text)

const isHyphen = new RegExp(`^${hyphens.source}$`, 'u')
const apostrophe = /^[`´ʹʻʼʽʾʿˈˊˋ‘’‛′‵՚׳ߴߵꞋꞌ᾽᾿῾＇]$/u

/** Letters that Unicode does not connect with the ones that people type for them. */
const byHand = new Map([
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ['ð', 'd'],
  ['đ', 'd'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ŋ', 'n'],
  // The forms of one Arabic letter, with hamza or another end, in Arabic, Persian and Urdu.
  ['ٱ', 'ا'],
  ['ى', 'ي'],
  ['ی', 'ي'],
  ['ک', 'ك'],
  ['ڪ', 'ك'],
  ['ة', 'ه'],
  ['ۃ', 'ه'],
  ['ە', 'ه'],
  ['ہ', 'ه'],
  ['ھ', 'ه'],
  // Lengthens the line between two letters.
  ['ـ', ''],
  // The voicing marks of kana that stand alone.
  ['゛', '\u3099'],
  ['゜', '\u309A'],
])

/** Accents and points of Latin, Greek, Cyrillic, Hebrew and Arabic, and of no script; and invisible characters. */
const dropped =
  /^(?:[\p{M}&&[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hebr}\p{scx=Arab}\p{scx=Zinh}\p{scx=Zyyy}]]|[\p{DI}--\p{Cn}])$/v

/** A kana and its voicing mark, for which there is one character. */
const voicedKana = /[\u3040-\u30FF][\u3099\u309A]/g

/**
 * Text as every search compares it: without case, accents and invisible characters, in one width, with one sign for all
 * hyphens and one for all apostrophes. Vowel signs and the voicing marks of kana stay, because they make another word.
 * Hangul becomes its letters. Texts that Unicode defines as equal become the same. The databases fold stored text in the
 * same way, with tables that `foldLetter` fills: changing it needs a migration.
 */
export function foldSearch(text: string): string {
  if (isPlain(text)) return text.toLowerCase()
  const letters = Array.from(text, foldLetter).join('')
  return letters.normalize('NFD').replaceAll(voicedKana, (pair) => pair.normalize('NFC'))
}

const known = new Map<string, string>()

/** A character as it is compared, decomposed. */
export function foldLetter(letter: string): string {
  return Array.from(letter.normalize('NFD'), (part) => {
    const plain = known.get(part) ?? foldDecomposed(part)
    known.set(part, plain)
    return plain
  }).join('')
}

function foldDecomposed(letter: string): string {
  const sign = foldSign(letter)
  if (sign !== undefined) return sign
  return Array.from(letter.normalize('NFKD'), (part) => foldSign(part) ?? foldPart(part)).join('')
}

function foldSign(letter: string): string | undefined {
  if (isHyphen.test(letter)) return '-'
  return apostrophe.test(letter) ? "'" : byHand.get(letter)
}

/** Upper case makes "ß", "ẞ" and "SS" the same. */
function foldPart(part: string): string {
  if (dropped.test(part)) return ''
  const lower = toAsciiDigits(part).toLowerCase().toUpperCase().toLowerCase()
  return Array.from(lower, (each) => byHand.get(each) ?? each).join('')
}
