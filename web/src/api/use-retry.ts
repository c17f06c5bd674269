import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { NetworkError } from './errors.ts'
import type { Failure } from '../lib/failure.ts'
import { useBackOnline } from '../lib/use-back-online.ts'
import { focusHeading } from '../shell/focus-heading.ts'

/**
 * The props of the error panel for a query that failed, with or without older data, or null if it did not fail. When
 * the browser is online again, a query that failed without a network is tried again. During a retry the panel stays,
 * with a busy button. After a success the focus moves to the heading if it was on the button, which is no longer there.
 */
export function useRetry(query: UseQueryResult<unknown>) {
  const [retrying, setRetrying] = useState(false)
  const [recoveries, setRecoveries] = useState(0)
  useEffect(() => {
    if (recoveries > 0 && document.activeElement === document.body) focusHeading()
  }, [recoveries])
  const retry = async () => {
    setRetrying(true)
    const { isSuccess } = await query.refetch()
    setRetrying(false)
    if (isSuccess) setRecoveries((count) => count + 1)
  }
  useBackOnline(query.isLoadingError && query.error instanceof NetworkError, () => void retry())

  if (!query.isError && !retrying) return null
  const failure: Failure | null = query.error
  return { onRetry: () => void retry(), retrying, requestId: failure?.requestId }
}
