import * as z from 'zod/mini'
import { describe } from '../values/describe.ts'
import { endpoint } from '../http/endpoint.ts'
import { NewPassword } from './passwords.ts'
import { Email, Secret } from '../values/text.ts'

export const requestRecovery = endpoint({
  name: 'requestRecovery',
  method: 'POST',
  path: '/v1/auth/admin/forgot-password',
  summary: 'Request a link to set a new password; the response is the same whether the email address is known or not',
  body: z.strictObject({ email: describe(Email, 'The email address of the account.') }),
  status: 204,
})

export const checkRecovery = endpoint({
  name: 'checkRecovery',
  method: 'GET',
  path: '/v1/auth/admin/forgot-password/{token}',
  summary: 'Whether a recovery link still works, and for which email address; does not use it up',
  params: z.strictObject({ token: describe(Secret, 'The secret of the link.') }),
  /** Lets a password manager store the new password for the right account. */
  response: z.object({
    data: z.object({
      email: describe(
        z.string(),
        'The email address of the account, so that a password manager stores the new password for it.',
      ),
    }),
  }),
})

export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'PATCH',
  path: '/v1/auth/admin/forgot-password',
  summary: 'Set a new password; `id` is the secret of the link. All sessions are revoked, and none begins',
  body: z.strictObject({
    id: describe(Secret, 'The secret of the link.'),
    password: describe(NewPassword, 'The new password.'),
  }),
  status: 204,
  headers: { 204: ['set-cookie'] },
})
