import type { UseQueryResult } from '@tanstack/react-query'
import { RotateCcwIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { isNotFound } from '../api/errors.ts'
import { PublicActions, PublicLoading } from '../shell/public-page.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { FailureText } from '../ui/buttons/reference.tsx'
import { Note } from '../ui/page/note.tsx'

type LinkLookupProps<Data> = {
  /** The server's data about the link. */
  lookup: UseQueryResult<Data>
  /** The target page if the link does not work. */
  wayOut: ReactNode
  children: (answer: Data) => ReactNode
}

/** The content of a page behind an emailed link, once it is known that the link works. */
export function LinkLookup<Data>({ lookup, wayOut, children }: LinkLookupProps<Data>) {
  const { data, error, refetch } = lookup
  if (data !== undefined) return children(data)
  if (!error) return <PublicLoading />
  return (
    <PublicActions>
      <Note tone="danger">
        <FailureText failure={error} />
      </Note>
      {isNotFound(error) ? (
        wayOut
      ) : (
        <Button size="large" startIcon={RotateCcwIcon} onClick={() => void refetch()}>
          Try again
        </Button>
      )}
    </PublicActions>
  )
}
