import { ImportReason } from '@health-console/contract/patients/imports.ts'
import { useState } from 'react'

export type Reason = ReturnType<typeof useReason>

/** The state of the field for the reason to import a file although a whole column looks wrong. */
export function useReason() {
  const [text, setText] = useState('')
  const [timesMissed, setTimesMissed] = useState(0)
  const { error } = ImportReason.safeParse(text)
  return {
    text,
    /** How often the reason was missing or wrong since it was last edited. */
    timesMissed,
    error: timesMissed > 0 ? error?.issues[0]?.message : undefined,
    change(next: string) {
      setText(next)
      setTimesMissed(0)
    },
    /** Whether there is a reason that can be stored. If not, the field shows an error. */
    require(): boolean {
      if (!error) return true
      setTimesMissed((times) => times + 1)
      return false
    },
  }
}
