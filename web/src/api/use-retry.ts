import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { focusHeading } from '../shell/focus-heading.ts'

/**
 * What an error panel has to know about a query without data, or null when it did not fail. The panel stays, its
 * button busy, while the query is tried again; after success the focus goes to the heading, as the button is gone.
 */
export function useRetry(query: UseQueryResult<unknown>) {
  const [retrying, setRetrying] = useState(false)
  if (!query.isLoadingError && !retrying) return null
  const retry = async () => {
    setRetrying(true)
    const { isSuccess } = await query.refetch()
    setRetrying(false)
    if (isSuccess) focusHeading()
  }
  return { onRetry: () => void retry(), retrying }
}
