import { useEffect, useState } from 'react'
import { onConfirmationNeeded } from '../../api/confirmation.ts'

/** Whether calls wait for a confirmation, and the functions to continue or cancel them. */
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

  const answer = (isConfirmed: boolean) => {
    question?.resolve(isConfirmed)
    setQuestion(null)
  }
  return { isAsked: question !== null, answer }
}
