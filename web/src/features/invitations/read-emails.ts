import { maxPeoplePerCall } from '@health-console/contract/admins.ts'
import { Email, emailKeyOf } from '@health-console/contract/text.ts'
import * as z from 'zod/mini'
import { splitAddresses } from './split-addresses.ts'

/** Why one item of the list, at this place in it, cannot be invited. */
export type AddressProblem = {
  index: number
  message: string
  /** What to take out of the item; null: it has only to be written as addresses with commas. */
  remove: string | null
}

type EmailList = { emails: string[]; error: string | null; problems: AddressProblem[] }

/** Parses a comma-separated list of addresses and reports the problem of each invalid one. */
export function readEmails(text: string): EmailList {
  const emails = itemsOf(text)
  if (text.trim() === '') return { emails, error: 'Please enter at least one email.', problems: [] }

  const malformed = emails.flatMap(problemsOf)
  if (malformed.length > 0) return { emails, error: 'Please enter valid email addresses.', problems: malformed }

  const keys = emails.map(emailKeyOf)
  const repeated = emails.flatMap((email, index) => {
    const isSecond = keys.indexOf(emailKeyOf(email)) < index
    return isSecond ? [{ index, message: `${email} is in the list twice`, remove: email }] : []
  })
  if (repeated.length > 0) return { emails, error: 'Each address can be in the list once.', problems: repeated }

  const tooMany = `At most ${maxPeoplePerCall} people can be invited at once. The list has ${emails.length} addresses.`
  return { emails, error: emails.length > maxPeoplePerCall ? tooMany : null, problems: [] }
}

/** The list without these problems. */
export function correctList(text: string, problems: AddressProblem[]): string {
  const corrected = itemsOf(text).flatMap((item, index) => {
    const own = problems.filter((problem) => problem.index === index)
    if (own.length === 0) return [item]
    return splitAddresses(item).filter((part) => own.every(({ remove }) => remove !== part))
  })
  return corrected.join(', ')
}

function itemsOf(text: string): string[] {
  return text.split(',').map((item) => item.trim())
}

/** Of an item that is more than one address only what is wrong in it is named. */
function problemsOf(item: string, index: number): AddressProblem[] {
  if (isAddress(item)) return []
  const parts = splitAddresses(item)
  if (parts.length === 0) return [{ index, message: 'There is a comma with no address beside it', remove: item }]
  const wrong = parts.filter((part) => !isAddress(part))
  if (wrong.length === 0) return [{ index, message: howToWrite(item, parts), remove: null }]
  return wrong.map((part) => ({ index, message: `${part} is not an e-mail address`, remove: part }))
}

function howToWrite(item: string, [first = '', second]: string[]): string {
  return second === undefined ? `${item} is more than ${first}` : `A comma is missing between ${first} and ${second}`
}

function isAddress(text: string): boolean {
  return z.safeParse(Email, text).success
}
