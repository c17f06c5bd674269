import { NewPassword } from '@health-console/contract/passwords.ts'
import type { Context } from '../../context.ts'
import { invalid, invalidField } from '../../http/errors.ts'
import { whyGuessable } from './guessable.ts'

/** The problems of a new password, in words for the person who sets it. */
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

/** @throws ApiError naming the field, with every rule that the password breaks */
export async function requireGoodPassword(path: string, ...given: Parameters<typeof checkNewPassword>): Promise<void> {
  const problems = await checkNewPassword(...given)
  if (problems.length > 0) throw invalid(problems.map((message) => ({ path, message })))
}

/** @throws ApiError naming the field when it is the person's current password */
export async function requireOtherPassword(
  { passwords }: Pick<Context, 'passwords'>,
  path: string,
  password: string,
  currentHash: string,
): Promise<void> {
  if (!(await passwords.verify(password, currentHash))) return
  throw invalidField(path, 'This is already your password. Choose another.')
}
