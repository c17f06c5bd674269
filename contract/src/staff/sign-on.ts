import * as z from 'zod/mini'
import { describe } from '../values/describe.ts'
import { endpoint } from '../http/endpoint.ts'
import { SecondStep, SignedIn } from './sessions.ts'
import { Secret, Text } from '../values/text.ts'

const ProviderUrl = z.object({
  data: z.object({ url: describe(z.string(), 'The URL of the identity provider to open.') }),
})

export const beginSignOn = endpoint({
  name: 'beginSignOn',
  method: 'POST',
  path: '/v1/auth/admin/sign-on',
  summary:
    'Begin to sign in with single sign-on: returns the URL of the provider, and sets the cookie that `finishSignOn` needs',
  returns: 'The URL of the identity provider',
  body: z.strictObject({
    next: describe(z.optional(Text(2000)), 'A page of the console to open after the sign-on.'),
    inviteId: describe(z.optional(Secret), 'The secret of the invitation to accept.'),
    again: describe(z.optional(z.boolean()), 'Makes the provider ask for the account, after a session has ended.'),
  }),
  response: ProviderUrl,
  headers: { 200: ['set-cookie'] },
})

export const confirmBySignOn = endpoint({
  name: 'confirmBySignOn',
  method: 'POST',
  path: '/v1/auth/admin/sign-on/confirm',
  summary: 'Begin to confirm your identity with single sign-on, after a request was rejected with `confirm_identity`',
  returns: 'The URL of the identity provider',
  response: ProviderUrl,
  headers: { 200: ['set-cookie'] },
})

export const finishSignOn = endpoint({
  name: 'finishSignOn',
  method: 'POST',
  path: '/v1/auth/admin/sign-on/finish',
  summary:
    'Sign in, or confirm your identity, with the response of the provider: `answer` is the query with which it sent the browser back. Sets the session cookie. Rejected with `second_factor` if a second step is needed: send the same again with `code` or `passkey`',
  returns: 'The signed-in admin, and the page to continue on',
  body: z.strictObject({
    answer: describe(Text(8000), 'The query with which the provider sent the browser back.'),
    ...SecondStep,
  }),
  response: z.object({
    data: z.extend(SignedIn.shape.data, {
      purpose: describe(z.enum(['sign_in', 'confirm']), 'Whether it was a sign-in or a confirmation.'),
      next: describe(
        z.string(),
        'The page to continue on; empty if the sign-on has its own window, which can be closed.',
      ),
    }),
  }),
  headers: { 200: ['set-cookie'] },
})
