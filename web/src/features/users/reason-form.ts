import { Reason } from '@health-console/contract/values/text.ts'
import * as z from 'zod/mini'

export const ReasonForm = z.object({ reason: Reason })
