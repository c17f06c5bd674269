import { EyeIcon } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { useMedia, withoutPointerQuery } from '../../lib/use-media.ts'
import { fetchedLater } from '../../shell/fetched-later.tsx'
import { MoreMenu } from '../../ui/buttons/more-menu.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { HeadAction } from '../../ui/buttons/head-action.tsx'
import styles from './who-has-viewed-button.module.css'

// The code is not prefetched, because few admins need it.
const WhoHasViewedDialog = fetchedLater(async () => (await import('./who-has-viewed-dialog.tsx')).WhoHasViewedDialog)

type WhoHasViewedProps = Omit<ComponentProps<typeof WhoHasViewedDialog>, 'onClose'>

/** The button at the head of a page that shows who has viewed a user or patient. */
export function WhoHasViewed(props: WhoHasViewedProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <HeadAction icon={EyeIcon} onClick={() => setIsOpen(true)}>
        Who has viewed this
      </HeadAction>
      {isOpen && <WhoHasViewedDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** The same as a small button in a table row, or in a "…" menu where there is no pointer. */
export function WhoHasViewedInRow(props: WhoHasViewedProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isInMenu = useMedia(withoutPointerQuery)
  const name = `Who has viewed ${isolate(props.name)}`
  const open = () => setIsOpen(true)
  return (
    <>
      {isInMenu ? (
        <MoreMenu
          quiet
          label={`More: ${name}`}
          actions={[{ icon: EyeIcon, label: 'Who has viewed this', name, onChoose: open }]}
        />
      ) : (
        <IconButton icon={EyeIcon} iconSize={14} size="small" className={styles.inRow} label={name} onClick={open} />
      )}
      {isOpen && <WhoHasViewedDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}
