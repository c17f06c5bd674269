import { getFirstSteps } from '@health-console/contract/first-steps.ts'
import { queryOptionsFor } from '../../api/client.ts'

/** What was done on another page, or by the operator, counts at once. */
export const firstStepsQuery = { ...queryOptionsFor(getFirstSteps, {}), staleTime: 0 }
