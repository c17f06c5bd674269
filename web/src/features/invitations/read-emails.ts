import { maxAdminsPerRequest } from '@health-console/contract/staff/admins.ts'
import { explainEmail, invisibleInEmail, trimInvisible } from '@health-console/contract/values/email-address.ts'
import { comma } from '@health-console/contract/values/typed-text.ts'
import { Email, emailKeyOf } from '@health-console/contract/values/text.ts'
import * as z from 'zod/mini'
import { splitEmails } from './split-emails.ts'

/** Why an item of the list, given by its index, cannot be invited. */
export type EmailError = {
  index: number
  message: string
  /** The parts to remove from the item; null if it only needs commas between its email addresses. */
  remove: string | null
}

type EmailList = { emails: string[]; error: string | null; emailErrors: EmailError[] }

/** Parses a comma-separated list of email addresses and reports the problem of each invalid one. */
export function readEmails(text: string): EmailList {
  const emails = itemsOf(text)
  if (trimInvisible(text) === '') return { emails, error: 'Please enter at least one email.', emailErrors: [] }

  const malformed = emails.flatMap(errorsOf)
  if (malformed.length > 0) return { emails, error: 'Please enter valid email addresses.', emailErrors: malformed }

  const keys = emails.map(emailKeyOf)
  const repeated = emails.flatMap((email, index) => {
    const isSecond = keys.indexOf(emailKeyOf(email)) < index
    return isSecond ? [{ index, message: `${email} is listed twice`, remove: email }] : []
  })
  if (repeated.length > 0)
    return { emails, error: 'Each email address can be listed only once.', emailErrors: repeated }

  const tooMany = `You can invite up to ${maxAdminsPerRequest} admins at once; this list has ${emails.length}.`
  return { emails, error: emails.length > maxAdminsPerRequest ? tooMany : null, emailErrors: [] }
}

/** The list with these problems fixed. */
export function correctList(text: string, emailErrors: EmailError[]): string {
  const corrected = itemsOf(text).flatMap((item, index) => {
    const own = emailErrors.filter((emailError) => emailError.index === index)
    if (own.length === 0) return [item]
    return splitEmails(item).filter((part) => own.every(({ remove }) => remove !== part))
  })
  return corrected.join(', ')
}

const itemsOf = (text: string) => text.split(comma).map(trimInvisible)

/** If an item has several email addresses, only the wrong ones are named. */
function errorsOf(item: string, index: number): EmailError[] {
  if (isEmail(item)) return []
  const parts = splitEmails(item)
  if (parts.length === 0) return [{ index, message: 'There’s an extra comma', remove: item }]
  const wrong = parts.filter((part) => !isEmail(part))
  if (wrong.length === 0) return [{ index, message: howToWrite(item, parts), remove: null }]
  return wrong.map((part) => ({ index, message: `${part} ${whatIsWrong(part)}`, remove: part }))
}

const whatIsWrong = (part: string) =>
  explainEmail(part) === invisibleInEmail ? 'contains an invisible character' : 'isn’t a valid email address'

function howToWrite(item: string, [first = '', second]: string[]): string {
  return second === undefined
    ? `“${item}” contains more than an email address`
    : `Add a comma between ${first} and ${second}`
}

function isEmail(text: string): boolean {
  return z.safeParse(Email, text).success
}
