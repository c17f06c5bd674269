import { maxPeoplePerCall } from '@health-console/contract/admins.ts'
import { Email, emailKeyOf } from '@health-console/contract/text.ts'
import * as z from 'zod/mini'

/** Why one item of the list cannot be invited; the index is its place in the list. */
export type AddressProblem = { index: number; message: string }

export type EmailList = { emails: string[]; error: string | null; problems: AddressProblem[] }

/** Parses a comma-separated list of addresses and reports the problem of each invalid one. */
export function readEmails(text: string): EmailList {
  const emails = text.split(',').map((item) => item.trim())
  if (text.trim() === '') return { emails, error: 'Please enter at least one email.', problems: [] }

  const malformed = problemsOf(emails, (email) => !z.safeParse(Email, email).success && whyNoAddress(email))
  if (malformed.length > 0) return { emails, error: 'Please enter valid email addresses.', problems: malformed }

  const keys = emails.map(emailKeyOf)
  const repeated = problemsOf(emails, (email, index) => {
    const isSecond = keys.indexOf(emailKeyOf(email)) < index
    return isSecond && `${email} is in the list twice`
  })
  if (repeated.length > 0) return { emails, error: 'Each address can be in the list once.', problems: repeated }

  const tooMany = `At most ${maxPeoplePerCall} people can be invited at once. The list has ${emails.length} addresses.`
  return { emails, error: emails.length > maxPeoplePerCall ? tooMany : null, problems: [] }
}

/** The list without some of its items. */
export function withoutItems(text: string, indexes: number[]): string {
  const kept = text.split(',').filter((_item, index) => !indexes.includes(index))
  return kept.map((item) => item.trim()).join(', ')
}

function problemsOf(emails: string[], find: (email: string, index: number) => string | false): AddressProblem[] {
  return emails.flatMap((email, index) => {
    const message = find(email, index)
    return message === false ? [] : [{ index, message }]
  })
}

function whyNoAddress(email: string): string {
  return email === '' ? 'There is a comma with no address beside it' : `${email} is not an e-mail address`
}
