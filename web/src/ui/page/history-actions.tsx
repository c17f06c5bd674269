import type { ReactNode } from 'react'
import { phoneQuery, useMedia } from '../../lib/use-media.ts'
import { Button } from '../buttons/button.tsx'
import { type MoreAction, MoreMenu } from '../buttons/more-menu.tsx'
import styles from './history-actions.module.css'

type HistoryActionsProps = {
  /** What the actions are for: "version 3". */
  of: string
  /** The first action as a link; on phones it is the first one of the menu. */
  link?: { element: ReactNode; action: MoreAction }
  actions: readonly MoreAction[]
}

/** The actions of an item of a history, always in the same order: one below another, or in a menu on phones. */
export function HistoryActions({ of, link, actions }: HistoryActionsProps) {
  const isPhone = useMedia(phoneQuery)
  if (isPhone)
    return <MoreMenu quiet label={`Actions for ${of}`} actions={link ? [link.action, ...actions] : actions} />
  return (
    <div className={styles.actions}>
      {link?.element}
      {actions.map(({ icon, label, name, isDelete, onChoose }) => (
        <Button
          key={label}
          quiet
          size="small"
          variant={isDelete ? 'delete' : 'outline'}
          startIcon={icon}
          aria-label={name}
          onClick={onChoose}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
