import { EllipsisIcon, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './more-menu.module.css'

type MoreAction = { icon: LucideIcon; label: string; isDelete?: boolean; onChoose: () => void }

type MoreMenuProps = {
  /** What the actions are about. */
  label: string
  disabled?: boolean
  actions: readonly MoreAction[]
}

/** A button that shows seldom needed actions below it. Escape, or leaving them, hides them. */
export function MoreMenu({ label, disabled, actions }: MoreMenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const listId = useId()
  const close = () => {
    setIsOpen(false)
    place.current?.querySelector('button')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    close()
  }
  return (
    // the keys come from its buttons
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={place}
      className={styles.place}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setIsOpen(false)}
    >
      <IconButton
        icon={EllipsisIcon}
        iconSize={18}
        label={label}
        className={styles.button}
        disabled={disabled}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <ul id={listId} className={styles.list} data-part="content">
          {actions.map(({ icon, label: text, isDelete, onChoose }) => (
            <li key={text}>
              <button
                type="button"
                className={isDelete ? styles.delete : undefined}
                onClick={() => {
                  close()
                  onChoose()
                }}
              >
                <Icon icon={icon} />
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
