import { useRef, useState } from 'react'

export type Reason = ReturnType<typeof useReason>

/** The line that says why values that look wrong are right. */
export function useReason() {
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  return {
    text,
    isMissing,
    input,
    change(next: string) {
      setText(next)
      setIsMissing(false)
    },
    /** Whether it is given; if not, the field asks for it. */
    require(): boolean {
      if (text.trim() !== '') return true
      setIsMissing(true)
      input.current?.focus()
      return false
    },
  }
}
