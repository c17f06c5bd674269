import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { faultIdOf } from './errors.ts'
import { focusHeading } from '../shell/focus-heading.ts'

/**
 * The props of the error panel for a query without data, or null if it did not fail. During a retry the panel stays,
 * with a busy button. After a success the focus moves to the heading, because the button is gone.
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
