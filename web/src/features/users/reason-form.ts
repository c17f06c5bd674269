import { Reason } from '@health-console/contract/text.ts'
import * as z from 'zod/mini'

export const ReasonForm = z.object({ reason: Reason })
