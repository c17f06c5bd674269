import { useEffect, useState } from 'react'
import { onConfirmationNeeded } from '../../api/confirmation.ts'

/** Whether calls wait for a confirmation, and the functions to continue or cancel them. */
export function useConfirmation() {
  const [pending, setPending] = useState<PromiseWithResolvers<boolean> | null>(null)

  useEffect(
    () =>
      onConfirmationNeeded(() => {
        const request = Promise.withResolvers<boolean>()
        setPending(request)
        return request.promise
      }),
    [],
  )
  // leaving the page cancels them
  useEffect(() => () => pending?.resolve(false), [pending])

  const answer = (isConfirmed: boolean) => {
    pending?.resolve(isConfirmed)
    setPending(null)
  }
  return { isRequested: pending !== null, answer }
}
