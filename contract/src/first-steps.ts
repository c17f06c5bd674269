import * as z from 'zod/mini'
import { endpoint } from './http/endpoint.ts'
import { FileType } from './files.ts'

export const FirstSteps = z.object({
  /** The email address of the caller. */
  hasSecondFactor: z.boolean(),
  hasOtherSuperAdmin: z.boolean(),
  hasPatients: z.boolean(),
  /** The types of files that have no version. */
  missingFiles: z.array(FileType),
  /** `untried`: no email was delivered yet. */
  mail: z.enum(['off', 'untried', 'works']),
  hasBackup: z.boolean(),
})
export type FirstSteps = z.infer<typeof FirstSteps>

export const getFirstSteps = endpoint({
  name: 'getFirstSteps',
  method: 'GET',
  path: '/v1/first-steps',
  summary: 'What a new console has, and what is still missing',
  response: z.object({ data: FirstSteps }),
})
