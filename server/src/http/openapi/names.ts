import * as accessFindings from '@health-console/contract/audit/unusual-access.ts'
import * as admins from '@health-console/contract/staff/admins.ts'
import * as audit from '@health-console/contract/audit/events.ts'
import * as erasures from '@health-console/contract/users/erasures.ts'
import * as errors from '@health-console/contract/errors.ts'
import * as fileApproval from '@health-console/contract/files/approval.ts'
import * as fileFacts from '@health-console/contract/files/facts.ts'
import * as files from '@health-console/contract/files/files.ts'
import * as firstSteps from '@health-console/contract/first-steps.ts'
import * as invitations from '@health-console/contract/staff/invitations.ts'
import * as lineErrors from '@health-console/contract/http/line-errors.ts'
import * as models from '@health-console/contract/files/models.ts'
import * as ownSessions from '@health-console/contract/staff/own-sessions.ts'
import * as paging from '@health-console/contract/http/paging.ts'
import * as passkeys from '@health-console/contract/staff/passkeys.ts'
import * as patientAnswers from '@health-console/contract/patients/answers.ts'
import * as patientFindings from '@health-console/contract/patients/findings.ts'
import * as patientImports from '@health-console/contract/patients/imports.ts'
import * as patientQuestions from '@health-console/contract/patients/questions.ts'
import * as patients from '@health-console/contract/patients/patients.ts'
import * as productWrites from '@health-console/contract/users/product-writes.ts'
import * as reports from '@health-console/contract/reports/reports.ts'
import * as scopes from '@health-console/contract/staff/scopes.ts'
import * as serviceAccounts from '@health-console/contract/staff/service-accounts.ts'
import * as sessions from '@health-console/contract/staff/sessions.ts'
import * as userAccesses from '@health-console/contract/users/user-accesses.ts'
import * as users from '@health-console/contract/users/users.ts'
import * as z from 'zod/mini'

const modules: object[] = [
  accessFindings,
  admins,
  audit,
  erasures,
  errors,
  fileApproval,
  fileFacts,
  files,
  firstSteps,
  invitations,
  lineErrors,
  models,
  ownSessions,
  paging,
  passkeys,
  patientAnswers,
  patientFindings,
  patientImports,
  patientQuestions,
  patients,
  productWrites,
  reports,
  scopes,
  serviceAccounts,
  sessions,
  userAccesses,
  users,
]

const namedTypes: readonly string[] = ['object', 'union', 'enum']

/** Whether an export of the contract is a schema that the OpenAPI document defines once, under its name. */
export const isNamed = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' &&
  value !== null &&
  '_zod' in value &&
  namedTypes.includes((value as z.ZodMiniType).def.type)

/**
 * The schemas that the OpenAPI document defines once, under the names that the contract exports. A typed client gets
 * types with these names.
 */
export const namedSchemas = z.registry<{ id: string }>()

for (const [name, value] of modules.flatMap((module) => Object.entries(module)))
  // The body of errors had this name in 1.0.0.
  if (isNamed(value)) namedSchemas.add(value, { id: name === 'ErrorBody' ? 'Error' : name })
