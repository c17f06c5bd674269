import { fileCalls } from './files.ts'
import { healthDataCalls } from './health-data.ts'
import type { SampleCalls } from './sample-call.ts'
import { staffCalls } from './staff.ts'

/** A call that succeeds for every route of the API that puts something on record. */
export const sampleCalls: SampleCalls = { ...staffCalls, ...healthDataCalls, ...fileCalls }
