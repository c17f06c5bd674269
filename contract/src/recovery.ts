import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { NewPassword } from './passwords.ts'
import { Email, Secret } from './text.ts'

export const requestRecovery = endpoint({
  name: 'requestRecovery',
  method: 'POST',
  path: '/v1/auth/admin/forgot-password',
  summary: 'Ask for a link with which a new password can be set; answers the same whether the address is known or not',
  body: z.strictObject({ email: Email }),
  status: 204,
})

export const checkRecovery = endpoint({
  name: 'checkRecovery',
  method: 'GET',
  path: '/v1/auth/admin/forgot-password/{token}',
  summary: 'Whether a recovery link still works, and whose it is; does not spend it',
  params: z.strictObject({ token: Secret }),
  /** The address lets a password manager put the new password where it belongs. */
  response: z.object({ data: z.object({ email: z.string() }) }),
})

export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'PATCH',
  path: '/v1/auth/admin/forgot-password',
  summary: 'Set a new password; `id` is the secret of the link. All sessions end and none begins',
  body: z.strictObject({ id: Secret, password: NewPassword }),
  status: 204,
})
