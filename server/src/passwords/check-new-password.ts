import { NewPassword } from '@health-console/contract/passwords.ts'
import { invalid } from '../http/errors.ts'
import { whyGuessable } from './guessable.ts'

/** What is wrong with a password somebody wants to set, in words for that person. Empty when nothing is. */
export function checkNewPassword(
  password: string,
  productName: string,
  person: { fullName: string; email: string },
): string[] {
  const result = NewPassword.safeParse(password)
  if (!result.success) return result.error.issues.map((issue) => issue.message)
  const reason = whyGuessable(password, productName, person)
  return reason === null ? [] : [reason]
}

/** @throws ApiError naming the field, with every rule that the password breaks */
export function requireGoodPassword(path: string, ...given: Parameters<typeof checkNewPassword>): void {
  const problems = checkNewPassword(...given)
  if (problems.length > 0) throw invalid(problems.map((message) => ({ path, message })))
}
