import * as z from 'zod/mini'
import { IsoTime, describe } from '../values/describe.ts'
import { endpoint } from '../http/endpoint.ts'
import { Email, Secret } from '../values/text.ts'

export const requestEmailChange = endpoint({
  name: 'requestEmailChange',
  method: 'POST',
  path: '/v1/auth/admin/email',
  summary: 'Request a change of your email address; a confirmation link is sent to the new one',
  body: z.strictObject({ newEmail: describe(Email, 'The new email address.') }),
  status: 204,
})

export const getEmailChange = endpoint({
  name: 'getEmailChange',
  method: 'GET',
  path: '/v1/auth/admin/email',
  summary: 'Your own email change that awaits confirmation; null if there is none',
  response: z.object({
    data: z.nullable(
      z.object({
        newEmail: describe(z.string(), 'The new email address.'),
        expiresAt: describe(IsoTime, 'When the link stops working.'),
      }),
    ),
  }),
})

export const cancelEmailChange = endpoint({
  name: 'cancelEmailChange',
  method: 'DELETE',
  path: '/v1/auth/admin/email',
  summary: 'Cancel your own email change: its link stops working. The response is the same if there is none',
  status: 204,
})

export const confirmEmailChange = endpoint({
  name: 'confirmEmailChange',
  method: 'PATCH',
  path: '/v1/auth/admin/email',
  summary:
    'Make the email change; `id` is the secret of the link. All sessions except the one of the request are revoked',
  body: z.strictObject({ id: describe(Secret, 'The secret of the confirmation link.') }),
  status: 204,
})

export const getEmailUndo = endpoint({
  name: 'getEmailUndo',
  method: 'GET',
  path: '/v1/auth/admin/email/undo/{id}',
  summary:
    'The email address to which a link gives an account back; `id` is the secret of the link. Does not use it up',
  params: z.strictObject({ id: describe(Secret, 'The secret of the undo link.') }),
  response: z.object({ data: z.object({ email: describe(z.string(), 'The previous email address.') }) }),
})

export const undoEmailChange = endpoint({
  name: 'undoEmailChange',
  method: 'POST',
  path: '/v1/auth/admin/email/undo',
  summary:
    'Give the account back to its previous email address; `id` is the secret of the link. All sessions are revoked, the password is replaced, and a link for a new password is sent to that address',
  body: z.strictObject({ id: describe(Secret, 'The secret of the undo link.') }),
  status: 204,
})
