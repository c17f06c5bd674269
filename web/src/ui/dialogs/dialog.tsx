import { Dialog as ArkDialog } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import { useRef, type ReactNode } from 'react'
import { XIcon } from 'lucide-react'
import { useBack } from '../../lib/back.ts'
import { classNames } from '../../lib/class-names.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { useToastRise } from '../toaster/use-toast-rise.ts'
import styles from './dialog.module.css'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** The dialog is 420, 480, 600 or 760 px wide. */
  size?: 'small' | 'medium' | 'large' | 'wide'
  /**
   * A list with details. Mount the dialog once the list is fetched. While details are open, it is equally high, so that
   * nothing moves while their content is fetched.
   */
  isList?: boolean
  /** If false, only the dialog's own buttons close it, not Escape, Back, a click outside or a close button. */
  closable?: boolean
  /** If false, a click outside does not close it. */
  closesOutside?: boolean
  /** An alertdialog is a question: a click outside does not close it, and it has no close button. */
  role?: 'dialog' | 'alertdialog'
  /** The element that gets the focus when it closes; null for the control that opened it. */
  returnFocus?: () => HTMLElement | null
  /** DialogBody and DialogFoot, or a form around both. */
  children: ReactNode
}

/** A modal dialog; on phones a sheet at the bottom. The first field gets the focus. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, size = 'medium', closable = true, role = 'dialog', returnFocus, children } = props
  const { closesOutside = true, isList = false } = props
  const content = useRef<HTMLDivElement>(null)
  const isQuestion = role === 'alertdialog'
  // The element that had the focus before another dialog opened above.
  const last = useRef<HTMLElement>(null)
  useBack(open, () => closable && onClose())
  return (
    <ArkDialog.Root
      open={open}
      role={role}
      onOpenChange={(details) => !details.open && onClose()}
      closeOnEscape={closable}
      closeOnInteractOutside={closable && closesOutside && !isQuestion}
      // A drawer that opened the dialog returns the focus while it closes.
      onFocusOutside={(event) => event.preventDefault()}
      initialFocusEl={() => (isFocusable(last.current, content.current) ? last.current : firstField(content.current))}
      {...(returnFocus && { finalFocusEl: returnFocus })}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ArkDialog.Backdrop className={styles.backdrop} />
        <ArkDialog.Positioner className={styles.positioner}>
          <ArkDialog.Content
            ref={content}
            onFocus={({ currentTarget, target }) => {
              // A dialog that this one contains is excluded.
              if (currentTarget.contains(target)) last.current = target
            }}
            className={classNames(styles.dialog, styles[size], isList && styles.list, isQuestion && styles.confirm)}
          >
            <div className={styles.head}>
              <ArkDialog.Title className={styles.title}>{title}</ArkDialog.Title>
              {closable && !isQuestion && (
                <ArkDialog.CloseTrigger asChild>
                  <IconButton icon={XIcon} label="Close" iconSize={18} />
                </ArkDialog.CloseTrigger>
              )}
            </div>
            {children}
          </ArkDialog.Content>
        </ArkDialog.Positioner>
      </Portal>
    </ArkDialog.Root>
  )
}

/** Scrolls if the window is too low, while header and footer stay. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>
}

export type DialogFootProps = {
  /** Shown on the left: a count, or a button such as "Cancel upload". */
  lead?: ReactNode
  /** The buttons, from the one that changes nothing to the main one. */
  children?: ReactNode
}

export function DialogFoot({ lead, children }: DialogFootProps) {
  const foot = useRef<HTMLDivElement>(null)
  useToastRise(foot)
  return (
    <div ref={foot} className={classNames('screen-only', styles.foot)}>
      {lead && <div className={styles.lead}>{lead}</div>}
      {children}
    </div>
  )
}

/** A line below the buttons. */
export function DialogLinks({ children }: { children: ReactNode }) {
  return <div className={classNames('screen-only', styles.links)}>{children}</div>
}

/**
 * The element that gets the first focus: the marked one, or else the first field, unless another element already has
 * the focus.
 */
function firstField(content: HTMLElement | null): HTMLElement | null {
  const focused = document.activeElement
  if (focused instanceof HTMLElement && focused !== content && content?.contains(focused)) return focused
  const marked = content?.querySelector<HTMLElement>('[data-autofocus]')
  // The first key press would choose an unchecked radio button.
  const fields = 'input:enabled:not([hidden], [type=radio]:not(:checked)), textarea:enabled, select:enabled'
  return marked ?? content?.querySelector<HTMLElement>(fields) ?? null
}

/** Whether an element of the dialog is still there and enabled. */
function isFocusable(element: HTMLElement | null, content: HTMLElement | null): boolean {
  return element !== null && element !== content && content?.contains(element) === true && !element.matches(':disabled')
}
