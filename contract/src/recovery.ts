import * as z from 'zod/mini'
import { endpoint } from './http/endpoint.ts'
import { NewPassword } from './passwords.ts'
import { Email, Secret } from './values/text.ts'

export const requestRecovery = endpoint({
  name: 'requestRecovery',
  method: 'POST',
  path: '/v1/auth/admin/forgot-password',
  summary: 'Request a link to set a new password; the response is the same whether the email address is known or not',
  body: z.strictObject({ email: Email }),
  status: 204,
})

export const checkRecovery = endpoint({
  name: 'checkRecovery',
  method: 'GET',
  path: '/v1/auth/admin/forgot-password/{token}',
  summary: 'Whether a recovery link still works, and for which email address; does not use it up',
  params: z.strictObject({ token: Secret }),
  /** Lets a password manager store the new password for the right account. */
  response: z.object({ data: z.object({ email: z.string() }) }),
})

export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'PATCH',
  path: '/v1/auth/admin/forgot-password',
  summary: 'Set a new password; `id` is the secret of the link. All sessions are revoked, and none begins',
  body: z.strictObject({ id: Secret, password: NewPassword }),
  status: 204,
})
