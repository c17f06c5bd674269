import { useState } from 'react'

export type Reason = ReturnType<typeof useReason>

/** The line that says why values that look wrong are right. */
export function useReason() {
  const [text, setText] = useState('')
  const [timesMissed, setTimesMissed] = useState(0)
  return {
    text,
    /** How often it was needed since it was last typed. */
    timesMissed,
    change(next: string) {
      setText(next)
      setTimesMissed(0)
    },
    /** Whether it is given; if not, the field asks for it. */
    require(): boolean {
      if (text.trim() !== '') return true
      setTimesMissed((times) => times + 1)
      return false
    },
  }
}
