import { fileCalls } from './files.ts'
import { healthDataCalls } from './health-data.ts'
import { passkeyCalls } from './passkeys.ts'
import { auditLogCalls } from './audit-log.ts'
import { productWriteCalls } from './product-writes.ts'
import type { SampleCalls } from './sample-call.ts'
import { secondFactorCalls } from './second-factor.ts'
import { signOnCalls } from './sign-on.ts'
import { serviceAccountCalls } from './service-accounts.ts'
import { staffCalls } from './staff.ts'

/** A successful request for every logged route of the API. */
export const sampleCalls: SampleCalls = {
  ...staffCalls,
  ...serviceAccountCalls,
  ...secondFactorCalls,
  ...passkeyCalls,
  ...signOnCalls,
  ...healthDataCalls,
  ...productWriteCalls,
  ...fileCalls,
  ...auditLogCalls,
}
