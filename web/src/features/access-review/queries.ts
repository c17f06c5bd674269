import { attestAccessReview, getAccessReview } from '@health-console/contract/staff/access-review.ts'
import type { EndpointInput, EndpointResponse } from '@health-console/contract/http/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { call, queryKeyOf, queryOptionsFor } from '../../api/client.ts'
import { refetchQuietly } from '../../api/query-client.ts'
import { refetchStaff } from '../../api/staff-query.ts'

/** Each view is logged, so the list is never refetched automatically. */
export const accessReviewQuery = {
  ...queryOptionsFor(getAccessReview, {}),
  staleTime: 5 * 60_000,
  refetchOnWindowFocus: false,
}

export type AccessReview = EndpointResponse<typeof getAccessReview>['data']
type Decisions = EndpointInput<typeof attestAccessReview>['body']['decisions']

export function useConfirmReview() {
  return useMutation({
    mutationFn: (decisions: Decisions) => call(attestAccessReview, { body: { decisions } }),
    // The request may have been rejected because someone gained or lost access meanwhile.
    onSettled: () => {
      refetchStaff()
      void refetchQuietly(queryKeyOf(getAccessReview))
    },
  })
}
