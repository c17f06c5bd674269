import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { foldText } from '@health-console/contract/text.ts'
import { undisguise } from './undisguise.ts'

/** The 49,000 passwords that leaked most often, in lower case: words, names, seasons, months, rows of keys. */
const listFile = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')

/** Words of this field that people choose and the list lacks. */
const added = (
  'may patients doctors hospitals clinical medication healthcare laboratory ' +
  'login passphrase dashboard linkedin qwertz abcdef abcdefg abcdefgh'
).split(' ')

/**
 * Whether a password is a common one, plain or disguised: `P@ssw0rd2026!` is "password". The list is read from disk
 * each time, because passwords are set rarely and keeping it would take megabytes. Its text is searched, because reading
 * it as JSON takes ten times longer.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const words = wordsBehind(password)
  if (added.some((word) => words.has(word))) return true
  const asListed = [...words].map((word) => RegExp.escape(JSON.stringify(word)))
  return new RegExp(asListed.join('|')).test(await readFile(listFile, 'utf8'))
}

/**
 * The words that a password may disguise: itself, and itself without the digits and signs around it. A phrase is not
 * split into words.
 */
function wordsBehind(password: string): Set<string> {
  const folded = foldText(password)
  const firstLetter = Math.max(folded.search(/\p{L}/u), 0)
  const endOfLetters = folded.search(/\P{L}*$/u)
  const words = new Set<string>()
  for (const start of [0, firstLetter]) {
    for (let end = endOfLetters; end <= folded.length; end += 1) {
      const part = folded.slice(start, end)
      for (const word of [part, ...undisguise(part)]) words.add(word)
    }
  }
  return words
}
