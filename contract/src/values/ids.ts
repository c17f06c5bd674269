import { toPlainInput } from './typed-text.ts'

/** The end of an id, which identifies it. The beginning of a UUIDv7 is its time, which many ids share. */
export const endOfId = (id: string) => id.slice(-8)

/**
 * The text to type as a confirmation that a user is to be erased: the member ID, or the end of the user's ID if there
 * is none.
 */
export const confirmationOf = (user: { id: string; memberId: string }) => user.memberId || endOfId(user.id)

/** Whether the text to type was typed, or pasted from where its dashes were rewritten. */
export const isConfirmation = (typed: string, expected: string) => toPlainInput(typed) === toPlainInput(expected)
