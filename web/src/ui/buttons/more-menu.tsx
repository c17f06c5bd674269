import { ChevronDownIcon, EllipsisIcon, type LucideIcon } from 'lucide-react'
import { type ComponentProps, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../icon.tsx'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './more-menu.module.css'

export type MoreAction = {
  icon: LucideIcon
  label: string
  /** The accessible name, if the label is not specific enough: "Ada’s sessions". */
  name?: string
  /** Whether something is lost. It is the last one, under a rule. */
  isDelete?: boolean | undefined
  /** The address of an action that is a link. */
  href?: string | undefined
  onChoose?: () => void
}

type MoreMenuProps = {
  /** The subject of the actions. */
  label: string
  /** Shows the label in the button, with this icon. On phones, only the icon is shown. */
  icon?: LucideIcon
  /** The icon of a button without a label, which is "…" by default. */
  opener?: LucideIcon
  /** Shows the button without an outline, for use in a row. */
  quiet?: boolean
  disabled?: boolean
  actions: readonly MoreAction[]
}

/** A button that shows seldom needed actions beside it. Escape or leaving them hides them. */
export function MoreMenu({
  label,
  icon,
  opener: openerIcon = EllipsisIcon,
  quiet = false,
  disabled,
  actions,
}: MoreMenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const listId = useId()
  const close = () => {
    setIsOpen(false)
    place.current?.querySelector('button')?.focus()
  }
  // The list is in the top layer, so that no scrolling table or dialog cuts it off.
  useLayoutEffect(() => {
    if (!isOpen) return
    list.current?.showPopover()
    if (place.current && list.current) putBeside(place.current, list.current)
  }, [isOpen])
  useEffect(() => {
    if (!isOpen) return
    const listening = new AbortController()
    const { signal } = listening
    // This runs before the dialog that contains the menu, which the same key would close.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      close()
    }
    addEventListener('keydown', onKeyDown, { capture: true, signal })
    const follow = () => place.current && list.current && putBeside(place.current, list.current)
    addEventListener('scroll', follow, { capture: true, signal })
    addEventListener('resize', follow, { signal })
    return () => listening.abort()
  }, [isOpen])
  const opener = {
    disabled,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? listId : undefined,
    onClick: () => setIsOpen(!isOpen),
  }
  return (
    <div
      ref={place}
      className={classNames(styles.place, quiet && styles.quiet)}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setIsOpen(false)}
    >
      {icon ? (
        <Button startIcon={icon} className={styles.named} {...opener}>
          <span className={styles.label}>{label}</span>
          <Icon icon={ChevronDownIcon} size={14} />
        </Button>
      ) : (
        <IconButton icon={openerIcon} iconSize={18} label={label} className={styles.button} {...opener} />
      )}
      {isOpen && (
        <ul ref={list} id={listId} className={styles.list} popover="manual" data-part="content">
          {actions.map(({ icon, label: text, name, isDelete, href, onChoose }) => (
            <li key={text} className={isDelete ? styles.last : undefined}>
              <MenuItem
                href={href}
                aria-label={name}
                onClick={() => {
                  close()
                  onChoose?.()
                }}
              >
                <Icon icon={icon} />
                <span>{text}</span>
              </MenuItem>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type MenuItemProps = Pick<ComponentProps<'a'>, 'aria-label' | 'children'> & {
  href: string | undefined
  onClick: () => void
}

function MenuItem({ href, children, ...rest }: MenuItemProps) {
  if (href === undefined)
    return (
      <button type="button" {...rest}>
        {children}
      </button>
    )
  return (
    <a href={href} {...rest}>
      {children}
    </a>
  )
}

const gapPx = 6

/** Places the list below the button, or above it if the window ends before the list. */
function putBeside(button: HTMLElement, list: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect()
  const { width, height } = list.getBoundingClientRect()
  const isBelow = bottom + gapPx + height <= innerHeight
  list.style.top = `${Math.max(0, isBelow ? bottom + gapPx : top - gapPx - height)}px`
  list.style.left = `${Math.max(gapPx, right - width)}px`
}
