import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadingState } from '../ui/page/empty-state.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { useFailedQuery } from './use-failed-query.ts'

type FetchedProps<Data> = {
  query: UseQueryResult<Data>
  /** The title of the error panel. */
  failure: string
  children: (answer: Data) => ReactNode
}

/** Shows the response of a query, or its loading state or error panel until there is one. */
export function Fetched<Data>({ query, failure, children }: FetchedProps<Data>) {
  const failed = useFailedQuery(query)
  if (failed && query.data === undefined) return <ErrorPanel title={failure} {...failed} />
  return query.data === undefined ? <LoadingState /> : children(query.data)
}
