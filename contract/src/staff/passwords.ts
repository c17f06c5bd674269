import * as z from 'zod/mini'
import { describe } from '../values/describe.ts'
import { endpoint } from '../http/endpoint.ts'
import { GivenPassword, maxPasswordLength } from '../values/text.ts'

/** The rules of a new password, in display order. */
export const passwordRules = [
  { message: 'At least 10 characters', passes: (password: string) => password.length >= 10 },
  { message: 'At least 1 lowercase letter', passes: (password: string) => /\p{Ll}/u.test(password) },
  { message: 'At least 1 uppercase letter', passes: (password: string) => /\p{Lu}/u.test(password) },
  { message: 'At least 1 number', passes: (password: string) => /\p{Nd}/u.test(password) },
] as const

/** What the server rejects besides, because it is easy to guess. */
export const guessableRule =
  'Don’t use a common password, or part of your name, your email address or the product’s name.'

/**
 * A new password. Sign-in trims its input, so a password with leading or trailing spaces could never be used and is
 * rejected.
 */
export const NewPassword = z.string().check(
  z.maxLength(maxPasswordLength, `At most ${maxPasswordLength} characters`),
  ...passwordRules.map((rule) => z.refine<string>(rule.passes, rule.message)),
  z.refine((password) => password === password.trim(), 'No spaces at the beginning or end'),
  z.refine((password) => !password.includes('\0'), 'NUL characters are not allowed'),
)

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'PATCH',
  path: '/v1/auth/admin/password',
  summary:
    'Change your own password; your other sessions are revoked. A wrong current password is rejected with 400 for the field `oldPassword`',
  body: z.strictObject({
    oldPassword: describe(GivenPassword, 'Your current password.'),
    newPassword: describe(NewPassword, 'Your new password.'),
  }),
  status: 204,
})
