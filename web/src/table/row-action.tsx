import type { ComponentProps, ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'
import { useMedia, withoutPointerQuery } from '../lib/use-media.ts'
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

export type Act = RowActionText & {
  /** The accessible name: "Ada’s sessions". */
  name: string
  isDelete?: boolean
  /** Whether it is seldom needed, so that it is visible only while the row is pointed at or has the focus. */
  isSecond?: boolean
  busy?: boolean
  /** The address of an action that is a link. Only a menu can show it. */
  href?: string | undefined
  onChoose?: () => void
}

type RowMenuProps = {
  /** What the actions are for, such as a name. */
  of: string
  acts: Act[]
  /** Whether the table is narrow, so that all of them are in a "…" menu. */
  isNarrow?: boolean
  /** An action that is visible at every width. */
  children?: ReactNode
}

/**
 * The actions of a row as buttons. In a narrow table all of them are in a "…" menu, and without a pointer those that are
 * seldom needed.
 */
export function RowMenu({ of, acts, isNarrow = false, children }: RowMenuProps) {
  const isWithoutPointer = useMedia(withoutPointerQuery)
  const isInMenu = ({ isSecond }: Act) => isNarrow || (isSecond && isWithoutPointer)
  const inMenu = acts.filter(isInMenu)
  return (
    <RowActions withMenu={isNarrow}>
      {children}
      {acts
        .filter((act) => !isInMenu(act))
        .map(({ name, isDelete, isSecond, onChoose, href: _, ...action }) => (
          <RowAction
            key={action.label}
            {...action}
            variant={isDelete ? 'delete' : undefined}
            className={isSecond ? styles.second : undefined}
            aria-label={name}
            onClick={onChoose}
          />
        ))}
      {inMenu.length > 0 && <MoreMenu quiet label={`Actions for ${of}`} actions={inMenu} />}
    </RowActions>
  )
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
  /** Whether most actions are in a menu, so that the others keep their texts. */
  withMenu?: boolean
}

/** Contains the actions of one row. */
export function RowActions({ children, withMenu = false }: RowActionsProps) {
  return <div className={classNames(styles.row, withMenu && styles.withMenu)}>{children}</div>
}

function actionClass(iconWhenNarrow: boolean) {
  return classNames(styles.action, iconWhenNarrow && styles.iconWhenNarrow)
}
