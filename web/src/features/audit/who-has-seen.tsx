import { EyeIcon } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { fetchedLater } from '../../shell/fetched-later.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { HeadAction } from '../../ui/buttons/head-action.tsx'
import styles from './who-has-seen.module.css'

// not fetched ahead, because few people need it
const SeenDialog = fetchedLater(async () => (await import('./seen-dialog.tsx')).SeenDialog)

type WhoHasSeenProps = Omit<ComponentProps<typeof SeenDialog>, 'onClose'>

/** The link that shows who has seen a user or patient. */
export function WhoHasSeen(props: WhoHasSeenProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <HeadAction icon={EyeIcon} onClick={() => setIsOpen(true)}>
        Who has seen this
      </HeadAction>
      {isOpen && <SeenDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** The same as a small button in a table row. */
export function WhoHasSeenInRow(props: WhoHasSeenProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={EyeIcon}
        iconSize={14}
        size="small"
        className={styles.inRow}
        label={`Who has seen ${isolate(props.name)}`}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <SeenDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}
