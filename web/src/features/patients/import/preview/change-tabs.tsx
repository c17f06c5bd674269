import { TriangleAlertIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef } from 'react'
import { formatCount } from '../../../../lib/numbers.ts'
import { Icon } from '../../../../ui/icon.tsx'
import styles from './change-tabs.module.css'

type Tab<Key extends string> = {
  key: Key
  label: string
  count: number
  /** Whether it asks for a reason or a confirmation. */
  isMarked?: boolean
}

type ChangeTabsProps<Key extends string> = {
  label: string
  tabs: readonly Tab<Key>[]
  chosen: Key
  onChoose: (key: Key) => void
  chosenRef?: Ref<HTMLButtonElement>
  /** The content of the chosen tab. */
  children: ReactNode
}

/** Counts between two rules that act as tabs. The chosen one has the needle. */
export function ChangeTabs<Key extends string>(props: ChangeTabsProps<Key>) {
  const { label, tabs, chosen, onChoose, chosenRef, children } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex(({ key }) => key === chosen)
    const to = targetOf(event.key, at, tabs.length)
    const tab = to === null ? undefined : tabs[to]
    if (to === null || !tab) return
    event.preventDefault()
    onChoose(tab.key)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }

  return (
    <>
      <div ref={list} className={styles.tabs} role="tablist" aria-label={label}>
        {tabs.map((tab) => {
          const isChosen = tab.key === chosen
          return (
            <button
              key={tab.key}
              ref={isChosen ? chosenRef : undefined}
              type="button"
              role="tab"
              id={`${id}-${tab.key}`}
              aria-selected={isChosen}
              aria-controls={isChosen ? `${id}-panel` : undefined}
              tabIndex={isChosen ? 0 : -1}
              onClick={() => onChoose(tab.key)}
              onKeyDown={onKeyDown}
            >
              <span className={`caps ${styles.label}`}>
                {tab.isMarked && <Icon icon={TriangleAlertIcon} size={14} stroke={2} />}
                {tab.label}
                {tab.isMarked && <span className="sr-only">needs attention</span>}
              </span>{' '}
              <b>{formatCount(tab.count)}</b>
            </button>
          )
        })}
      </div>
      <div
        className={styles.panel}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen}`}
        // The panel may contain only text.
        tabIndex={0}
      >
        {children}
      </div>
    </>
  )
}

function targetOf(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowLeft':
    case 'ArrowUp':
      return (at + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
