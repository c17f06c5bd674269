import type { ComponentProps, ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'
import { useMedia, withoutPointer } from '../lib/use-media.ts'
import { Button, buttonClass, type ButtonProps } from '../ui/buttons/button.tsx'
import { MoreMenu } from '../ui/buttons/more-menu.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './row-action.module.css'

type RowActionText = {
  /** The visible text. In a narrow table only the icon is shown, and the text becomes its tooltip. */
  label: string
  icon: LucideIcon
  /** Whether the icon is shown only in narrow tables. */
  iconWhenNarrow?: boolean
}

type RowActionProps = RowActionText & Omit<ButtonProps, 'children' | 'startIcon' | 'endIcon' | 'quiet' | 'size'>

/** A quiet button in a row. */
export function RowAction({ label, icon, iconWhenNarrow = false, variant, className, ...rest }: RowActionProps) {
  return (
    <Button
      title={label}
      {...rest}
      variant={variant}
      quiet
      size="small"
      startIcon={icon}
      className={classNames(actionClass(iconWhenNarrow), variant === 'delete' && styles.delete, className)}
    >
      <span>{label}</span>
    </Button>
  )
}

type SecondActionProps = RowActionText & {
  /** The accessible name: "Ada’s sessions". */
  name: string
  onChoose: () => void
}

/**
 * A seldom needed action. It is visible while the row is pointed at or has the focus. Without a pointer it is in a "…"
 * menu.
 */
export function SecondAction({ name, onChoose, ...text }: SecondActionProps) {
  const isInMenu = useMedia(withoutPointer)
  if (isInMenu)
    return <MoreMenu quiet label={`More: ${name}`} actions={[{ icon: text.icon, label: text.label, name, onChoose }]} />
  return <RowAction {...text} className={styles.second} aria-label={name} onClick={onChoose} />
}

type RowActionLinkProps = RowActionText & Omit<ComponentProps<'a'>, 'children'>

/** A row action as a link, for a download in a new tab. */
export function RowActionLink({ label, icon, iconWhenNarrow = false, className, ...rest }: RowActionLinkProps) {
  return (
    <a
      title={label}
      target="_blank"
      rel="noopener"
      {...rest}
      className={classNames(buttonClass({ size: 'small', quiet: true }), actionClass(iconWhenNarrow), className)}
    >
      <Icon icon={icon} />
      <span>{label}</span>
    </a>
  )
}

type RowActionsProps = {
  children: ReactNode
  /** Whether the row has three actions, whose texts are hidden at a larger width. */
  many?: boolean
}

/** Contains the actions of one row. */
export function RowActions({ children, many = false }: RowActionsProps) {
  return <div className={classNames(styles.row, many && styles.many)}>{children}</div>
}

function actionClass(iconWhenNarrow: boolean) {
  return classNames(styles.action, iconWhenNarrow && styles.iconWhenNarrow)
}
