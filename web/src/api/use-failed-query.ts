import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Failure } from '../lib/failure.ts'
import { useRetry } from '../lib/use-retry.ts'
import { focusHeading } from '../shell/focus-heading.ts'
import { NetworkError } from './errors.ts'

/**
 * The props of the error panel for a query that failed, with or without older data, or null if it did not fail. When
 * the browser is online again, a query that failed without a network is tried again. During a retry the panel stays,
 * with a busy button. After a success the focus moves to the heading if it was on the button, which is no longer there.
 */
export function useFailedQuery(query: UseQueryResult<unknown>) {
  const isRecovered = useRef(false)
  const { retrying, onRetry } = useRetry(
    async () => {
      isRecovered.current = (await query.refetch()).isSuccess
    },
    query.isLoadingError && query.error instanceof NetworkError,
  )
  useEffect(() => {
    if (retrying || !isRecovered.current) return
    isRecovered.current = false
    if (document.activeElement === document.body) focusHeading()
  }, [retrying])

  if (!query.isError && !retrying) return null
  const failure: Failure | null = query.error
  return { onRetry, retrying, requestId: failure?.requestId }
}
