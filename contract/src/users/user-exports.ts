import * as z from 'zod/mini'
import { describe } from '../values/describe.ts'
import { attachmentHeaders, endpoint } from '../http/endpoint.ts'
import { Id, Reason } from '../values/text.ts'

export const exportUser = endpoint({
  name: 'exportUser',
  method: 'POST',
  path: '/v1/users/{id}/export',
  summary: 'Everything about one user as a signed zip file: the user, the reports as stored, and who has accessed them',
  params: z.strictObject({ id: describe(Id, 'The ID of the user.') }),
  body: z.strictObject({
    reason: describe(
      Reason,
      'Why all data of the user is exported. Super admins see it with the entry of the audit log.',
    ),
  }),
  download: ['application/zip'],
  headers: attachmentHeaders,
})
