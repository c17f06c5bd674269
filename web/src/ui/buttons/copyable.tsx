import { CheckIcon, CopyIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'
import { IconButton } from './icon-button.tsx'
import styles from './copyable.module.css'

type CopyableProps = {
  /** The whole text to copy, even if only its beginning is shown. */
  text: string
  /** The name of the value, for the button's label: "Member ID HM-1". */
  what: string
  /** The content that is shown instead of the text. */
  children?: ReactNode
  /** Another small button, shown together with this one. */
  beside?: ReactNode
}

const shownMs = 2000

/** A text with a copy button, which is shown on hover and focus, and always on devices without hover. */
export function Copyable({ text, what, children, beside }: CopyableProps) {
  const [copies, setCopies] = useState(0)
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), shownMs)
    return () => clearTimeout(timer)
  }, [copies])
  const copy = async () => {
    if (await copyText(text)) setCopies((count) => count + 1)
  }
  return (
    <span className={styles.copyable}>
      <span className={styles.text} translate="no">
        {children ?? text}
      </span>
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
