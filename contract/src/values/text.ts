import * as z from 'zod/mini'
import { toPlainCode } from './typed-text.ts'
import { explainEmail, toPlainEmail, toStoredEmail, trimmerOf } from './email-address.ts'
import { state } from './describe.ts'

const noNul = z.refine<string>((text) => !text.includes('\0'), 'NUL characters are not allowed')

/** Text as it is stored: without NUL, which PostgreSQL cannot store, and with at most `max` characters. */
export const Text = (max: number) => z.string().check(z.maxLength(max, `At most ${max} characters`), noNul)

/** Text trimmed at both ends. */
const Trimmed = (max: number) => z.string().check(z.trim(), z.maxLength(max, `At most ${max} characters`), noNul)

/** Characters that end a line, control a terminal, or change the direction of the text around them. */
const unfitForLine = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu

/**
 * Invisible characters: with them, one name can look like another, or empty. Joiners have a meaning between letters of
 * scripts that join, and in emoji such as 👩‍🔬; variation selectors choose the form of the character before them.
 */
const joining = String.raw`[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]`
const joinedLetter = String.raw`[${joining}&&[\p{L}\p{M}]]`
const invisible = new RegExp(
  String.raw`(?<emoji>\p{RGI_Emoji_ZWJ_Sequence})|[\p{DI}--[\u200C\u200D\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]]|(?<!${joinedLetter})[\u200C\u200D]|[\u200C\u200D](?!${joinedLetter})`,
  'gv',
)
// U+FFFC is the place of an object that is not there.
const visible = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{DI}\u2800\uFFFC]]/v

/** A fast path: most text is ASCII. */
const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text)

/** Removes the invisible characters from a text. */
export const withoutInvisible = (text: string) => (isPlain(text) ? text : text.replaceAll(invisible, '$<emoji>'))

/** Whether the text has a visible character. */
export const isVisible = (text: string) => visible.test(text)

/** Text as one line: characters that may not be in a line become spaces, and invisible ones are removed. */
export const toLine = (text: string) => withoutInvisible(text.replaceAll(unfitForLine, ' ')).trim()

/**
 * A stored name as one line; it may be older than the rules of `Name`. @param otherwise the result if no character is
 * visible
 */
export function shownName(name: string, otherwise: string): string {
  const line = toLine(name)
  return isVisible(line) ? line : otherwise
}

/** White space, and the invisible marks of copied text. Joiners, selectors and tags belong to a character. */
const trimLine = trimmerOf(String.raw`[\s[[\p{DI}&&\p{Cf}]--[\u200C\u200D\u{E0000}-\u{E007F}]]]`)

/** A line of text that a user types, trimmed at both ends. */
export const Line = (max: number) =>
  z.string().check(
    z.overwrite(trimLine),
    z.maxLength(max, `At most ${max} characters`),
    z.refine((text) => text.search(unfitForLine) < 0, 'Line breaks and control characters are not allowed'),
    z.refine(
      (text) => text.search(unfitForLine) >= 0 || withoutInvisible(text) === text,
      'Invisible characters are not allowed',
    ),
    z.refine((text) => text === '' || isVisible(text), 'Can’t be blank'),
  )

/** The reason for an unusual action, in one line. */
export const Reason = Line(200).check(z.minLength(1, 'Enter a reason (one line)'))

export const Name = Line(200).check(z.minLength(1, 'Name is required'))

/** An email address. It becomes its stored form: as a plain keyboard writes it, with the domain in ASCII. */
export const Email = z.pipe(
  z.string().check(
    z.overwrite(toPlainEmail),
    z.maxLength(254, 'At most 254 characters'),
    noNul,
    z.superRefine((text, context) => {
      if (toStoredEmail(text) === undefined) context.addIssue(explainEmail(text))
    }),
  ),
  z.transform((text) => toStoredEmail(text) ?? text),
)

/**
 * Text without case and accents, for comparing or sorting. It uses upper case, so that "ß", "ẞ" and "SS" are the same.
 */
export function foldText(text: string): string {
  if (isPlain(text)) return text.toLowerCase()
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return plain.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}

/** The form in which email addresses are compared, regardless of case and of how the domain is written. */
export function emailKeyOf(email: string): string {
  const plain = toPlainEmail(email)
  return (toStoredEmail(plain) ?? plain).toLowerCase()
}

export const maxPasswordLength = 256

/** An existing password, trimmed and not empty. */
export const GivenPassword = Trimmed(maxPasswordLength).check(z.minLength(1, 'Password is required'))

/**
 * A code of an authenticator app, or a recovery code. It becomes its letters and digits; only the server knows whether
 * it is correct.
 */
export const GivenCode = Trimmed(40).check(z.overwrite(toPlainCode), z.minLength(1, 'The code is required'))

/** An id in a path or body. Only its form is checked, not whether it exists. */
export const Id = Text(200).check(z.minLength(1, 'Required'))

/** An id from another system, which is not changed because others refer to it. */
export const ForeignId = Id.check(
  z.refine(
    (text) => isVisible(text) && text.search(unfitForLine) < 0 && withoutInvisible(text) === text,
    'Invisible and control characters are not allowed',
  ),
  // In a URL, these mean a folder, so nothing could be opened with such an id.
  z.refine((text) => text !== '.' && text !== '..', 'The id must not be . or ..'),
)

/** The secret of an emailed link. Its form is not checked: a malformed secret is simply unknown. */
export const Secret = Text(500)

export const maxSearchLength = 100

export const SearchText = Text(maxSearchLength)

/** A whole number written in a path or query string. The API documentation describes it as a number. */
export const QueryInteger = (min: number, max: number) =>
  state(
    z.pipe(
      z.string().check(z.regex(/^\d{1,15}$/, 'Enter a whole number')),
      z.pipe(
        z.transform(Number),
        z.number().check(z.gte(min, `Must be at least ${min}`), z.lte(max, `Must be at most ${max}`)),
      ),
    ),
    { type: 'integer', minimum: min, maximum: max },
  )

/** A whole number from another system, passed on unchanged even if JavaScript cannot represent it exactly. */
export const ForeignInteger = state(z.number(), { type: 'integer' })
