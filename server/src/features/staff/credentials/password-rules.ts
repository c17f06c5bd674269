import { NewPassword } from '@health-console/contract/staff/passwords.ts'
import type { Context } from '../../../core/context.ts'
import { invalid, invalidField } from '../../../http/errors.ts'
import { foldText } from '@health-console/contract/values/text.ts'
import * as z from 'zod/mini'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** The errors of a new password, as messages for the admin who sets it. */
export async function checkNewPassword(
  password: string,
  productName: string,
  person: { fullName: string; email: string },
): Promise<string[]> {
  const result = NewPassword.safeParse(password)
  if (!result.success) return result.error.issues.map((issue) => issue.message)
  const reason = await whyGuessable(password, productName, person)
  return reason === null ? [] : [reason]
}

/** @throws ApiError for the field, with every rule that the password breaks */
export async function requireGoodPassword(
  path: string,
  ...parameters: Parameters<typeof checkNewPassword>
): Promise<void> {
  const errors = await checkNewPassword(...parameters)
  if (errors.length > 0) throw invalid(errors.map((message) => ({ path, message })))
}

/** @throws ApiError for the field if it is the admin's current password */
export async function requireOtherPassword(
  { passwords }: Pick<Context, 'passwords'>,
  path: string,
  password: string,
  currentHash: string,
): Promise<void> {
  if (!(await passwords.verify(password, currentHash))) return
  throw invalidField(path, 'This is already your password. Choose another.')
}

/**
 * Why a password that meets the rules is easy to guess nevertheless; null if it is not.
 * @param person full name and email address
 */
export async function whyGuessable(
  password: string,
  productName: string,
  person: { fullName: string; email: string },
): Promise<string | null> {
  const named = [
    ['the product’s name', [productName.replaceAll(/\s+/g, ''), ...words(productName)]],
    ['your name', words(person.fullName)],
    ['your email address', words(person.email)],
  ] as const
  for (const [name, parts] of named) {
    const part = findPart(password, parts)
    if (part !== undefined) return `Your password can’t contain “${part}”, which is in ${name}.`
  }
  const common = await findCommonWord(password)
  if (common === undefined) return null
  const why = common === foldText(password) ? '' : `: it’s based on “${common}”`
  return `This password is too common${why}. Choose another.`
}

/** Parts with four letters or more; shorter ones occur by chance. */
function words(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => [...word].length >= 4)
}

/** The part that the password contains, plain or disguised. */
function findPart(password: string, parts: readonly string[]): string | undefined {
  const folded = foldText(password)
  const readings = [folded, ...undisguise(folded)]
  return parts.find((part) => readings.some((reading) => reading.includes(foldText(part))))
}

/** The 49,000 passwords that leaked most often, in lower case: words, names, seasons, months, rows of keys. */
const listFile = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')

/** Words of this field that are used in passwords and are missing from the list. */
const added = (
  'may patients doctors hospitals clinical medication healthcare laboratory ' +
  'login passphrase dashboard linkedin qwertz abcdef abcdefg abcdefgh'
).split(' ')

/**
 * The common password that a password is, plain or disguised: `P@ssw0rd2026!` is "password". The list is read from disk
 * each time, because passwords are set rarely and keeping it would need megabytes. Its text is searched, because
 * reading it as JSON takes ten times longer.
 */
async function findCommonWord(password: string): Promise<string | undefined> {
  const words = wordsBehind(password)
  const known = added.find((word) => words.has(word))
  if (known !== undefined) return known
  const asListed = [...words].map((word) => RegExp.escape(JSON.stringify(word)))
  const [listed] = new RegExp(asListed.join('|')).exec(await readFile(listFile, 'utf8')) ?? []
  return listed === undefined ? undefined : z.string().parse(JSON.parse(listed))
}

/**
 * The words that a password may disguise: itself, and itself without the digits and symbols around it. A phrase is not
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

const letters = new Map([
  ['@', 'a'],
  ['4', 'a'],
  ['8', 'b'],
  ['3', 'e'],
  ['6', 'g'],
  ['9', 'g'],
  ['0', 'o'],
  ['$', 's'],
  ['5', 's'],
  ['7', 't'],
  ['+', 't'],
  ['2', 'z'],
])

/**
 * Replaces digits and symbols in a folded text with the letters that they usually stand for; some stand for both i and
 * l.
 */
function undisguise(folded: string): string[] {
  return ['i', 'l'].map((one) =>
    folded.replaceAll(/[^\p{L}]/gu, (sign) => letters.get(sign) ?? ('1!|'.includes(sign) ? one : sign)),
  )
}
