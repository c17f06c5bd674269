import { CheckIcon, CopyIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { toast } from './toasts.ts'
import styles from './copyable.module.css'

type CopyableProps = {
  /** What is copied, whole, also where only its beginning is shown. */
  text: string
  /** What it is, for the button's name: "member id HM-1". */
  what: string
  /** How it is shown, if not as it is. */
  children?: ReactNode
  /** Another small button, which shows when this one does. */
  beside?: ReactNode
}

const shownMs = 2000

/** A text with a button that copies it; the button shows on hover and on focus, and always where there is no hover. */
export function Copyable({ text, what, children, beside }: CopyableProps) {
  const [copies, setCopies] = useState(0)
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), shownMs)
    return () => clearTimeout(timer)
  }, [copies])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopies((count) => count + 1)
    } catch {
      toast.error('The browser does not allow copying. Select the text instead.')
    }
  }
  return (
    <span className={styles.copyable}>
      <span className={styles.text}>{children ?? text}</span>
      <IconButton
        icon={copies > 0 ? CheckIcon : CopyIcon}
        iconSize={14}
        size="small"
        label={copies > 0 ? `Copied ${what}` : `Copy ${what}`}
        className={styles.button}
        data-repeats
        onClick={() => void copy()}
      />
      {beside && <span className={styles.beside}>{beside}</span>}
      {copies > 0 && (
        <span className="sr-only" role="status">
          Copied
        </span>
      )}
    </span>
  )
}
