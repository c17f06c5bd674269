import * as z from 'zod/mini'
import { endpoint } from './http/endpoint.ts'
import { Id, Reason } from './values/text.ts'

export const exportUser = endpoint({
  name: 'exportUser',
  method: 'POST',
  path: '/v1/users/{id}/export',
  summary: 'Everything about one user as a signed zip file: the user, the reports as stored, and who has accessed them',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: Reason }),
  download: ['application/zip'],
})
