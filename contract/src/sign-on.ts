import * as z from 'zod/mini'
import { endpoint } from './http/endpoint.ts'
import { SecondStep, SignedIn } from './sessions.ts'
import { Secret, Text } from './values/text.ts'

const ProviderUrl = z.object({ data: z.object({ url: z.string() }) })

export const beginSignOn = endpoint({
  name: 'beginSignOn',
  method: 'POST',
  path: '/v1/auth/admin/sign-on',
  summary:
    'Begin to sign in with single sign-on: returns the URL of the provider, and sets the cookie that `finishSignOn` needs',
  body: z.strictObject({
    /** A page of the console to open after the sign-on. */
    next: z.optional(Text(2000)),
    /** The secret of the invitation to accept. */
    inviteId: z.optional(Secret),
    /** Makes the provider ask for the account, after a session has ended. */
    again: z.optional(z.boolean()),
  }),
  response: ProviderUrl,
})

export const confirmBySignOn = endpoint({
  name: 'confirmBySignOn',
  method: 'POST',
  path: '/v1/auth/admin/sign-on/confirm',
  summary: 'Begin to confirm your identity with single sign-on, after a request was rejected with `confirm_identity`',
  response: ProviderUrl,
})

export const finishSignOn = endpoint({
  name: 'finishSignOn',
  method: 'POST',
  path: '/v1/auth/admin/sign-on/finish',
  summary:
    'Sign in, or confirm your identity, with the response of the provider: `answer` is the query with which it sent the browser back. Sets the session cookie. Rejected with `second_factor` if a second step is needed: send the same again with `code` or `passkey`',
  body: z.strictObject({ answer: Text(8000), ...SecondStep }),
  response: z.object({
    data: z.extend(SignedIn.shape.data, {
      purpose: z.enum(['sign_in', 'confirm']),
      /** The page to continue on; empty if the sign-on has its own window, which can be closed. */
      next: z.string(),
    }),
  }),
})
