import { useCallback, useEffect, useState } from 'react'
import { onConfirmationNeeded } from '../../api/confirmation.ts'

/** Whether calls wait for the password, and the way to let them go on or give them up. */
export function useConfirmation() {
  const [question, setQuestion] = useState<PromiseWithResolvers<boolean> | null>(null)

  useEffect(
    () =>
      onConfirmationNeeded(() => {
        const asked = Promise.withResolvers<boolean>()
        setQuestion(asked)
        return asked.promise
      }),
    [],
  )
  // leaving the page cancels them
  useEffect(() => () => question?.resolve(false), [question])

  const answer = useCallback(
    (isConfirmed: boolean) => {
      question?.resolve(isConfirmed)
      setQuestion(null)
    },
    [question],
  )
  return { isAsked: question !== null, answer }
}
