import * as z from 'zod/mini'
import { describe } from './values/describe.ts'
import { endpoint } from './http/endpoint.ts'
import { FileType } from './files/files.ts'

export const FirstSteps = z.object({
  hasSecondFactor: describe(z.boolean(), 'Whether you have a second factor.'),
  hasOtherSuperAdmin: describe(z.boolean(), 'Whether there is a second super admin.'),
  hasPatients: describe(z.boolean(), 'Whether patients were imported.'),
  missingFiles: describe(z.array(FileType), 'The types of files that have no version.'),
  mail: describe(
    z.enum(['off', 'untried', 'works']),
    'Whether the console sends email. `untried`: none was delivered yet.',
  ),
  hasBackup: describe(z.boolean(), 'Whether a backup was created.'),
})
export type FirstSteps = z.infer<typeof FirstSteps>

export const getFirstSteps = endpoint({
  name: 'getFirstSteps',
  method: 'GET',
  path: '/v1/first-steps',
  summary: 'What a new console has, and what is still missing',
  response: z.object({ data: FirstSteps }),
})
