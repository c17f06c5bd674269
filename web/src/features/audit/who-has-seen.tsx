import { EyeIcon } from 'lucide-react'
import { useState } from 'react'
import { fetchedLater } from '../../shell/fetched-later.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import styles from './who-has-seen.module.css'

// not ahead: most people never want it
const SeenDialog = fetchedLater(async () => (await import('./seen-dialog.tsx')).SeenDialog)

type WhoHasSeenProps = {
  /** `kind:id` */
  subject: string
  /** As the page names the person. */
  name: string
}

/** Opens who has seen somebody. */
export function WhoHasSeen(props: WhoHasSeenProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <LinkButton onClick={() => setIsOpen(true)}>Who has seen this</LinkButton>
      {isOpen && <SeenDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** The same as a small button for a row of a table. */
export function WhoHasSeenInRow(props: WhoHasSeenProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={EyeIcon}
        iconSize={14}
        size="small"
        className={styles.inRow}
        label={`Who has seen ${props.name}`}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <SeenDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}
