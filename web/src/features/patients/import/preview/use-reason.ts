import { useState } from 'react'

export type Reason = ReturnType<typeof useReason>

/** The state of the field for the reason to import a file although a whole column looks wrong. */
export function useReason() {
  const [text, setText] = useState('')
  const [timesMissed, setTimesMissed] = useState(0)
  return {
    text,
    /** How often the reason was missing since it was last edited. */
    timesMissed,
    change(next: string) {
      setText(next)
      setTimesMissed(0)
    },
    /** Whether there is a reason. If not, the field shows an error. */
    require(): boolean {
      if (text.trim() !== '') return true
      setTimesMissed((times) => times + 1)
      return false
    },
  }
}
