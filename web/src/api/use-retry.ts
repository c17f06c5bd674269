import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { faultIdOf } from './errors.ts'
import { focusHeading } from '../shell/focus-heading.ts'

/**
 * What an error panel has to know about a query without data, or null when it did not fail. The panel stays, its
 * button busy, while the query is tried again; after success the focus goes to the heading, as the button is gone.
 */
export function useRetry(query: UseQueryResult<unknown>) {
  const [retrying, setRetrying] = useState(false)
  const [recoveries, setRecoveries] = useState(0)
  useEffect(() => {
    if (recoveries > 0) focusHeading()
  }, [recoveries])

  if (!query.isLoadingError && !retrying) return null
  const retry = async () => {
    setRetrying(true)
    const { isSuccess } = await query.refetch()
    setRetrying(false)
    if (isSuccess) setRecoveries((count) => count + 1)
  }
  return { onRetry: () => void retry(), retrying, requestId: faultIdOf(query.error) }
}
