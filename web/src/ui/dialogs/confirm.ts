import type { ReactNode } from 'react'
import { createStore } from '../../lib/store.ts'

type Question = {
  title: ReactNode
  /** Says what will happen. */
  body?: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  variant?: 'primary' | 'delete'
  /** Runs on confirm while the dialog stays open. Its error is shown in the dialog, where it can be tried again. */
  action?: () => Promise<unknown>
  /**
   * The element that gets the focus at the end, if the control that opened the dialog may be gone; null for that
   * control.
   */
  returnFocus?: (isConfirmed: boolean) => HTMLElement | null
}

export type OpenQuestion = Question & { id: number; answer: (isConfirmed: boolean) => void }

/** The open confirmation, which ConfirmHost shows. */
export const openQuestion = createStore<OpenQuestion | null>(null)
/** The ID of the last confirmation. */
const asked = createStore(0)

/**
 * Asks for a confirmation: `if (await confirm({ title: 'Stop the import?' })) stop()`. Resolves when the dialog has
 * closed: to true if it was confirmed and its action succeeded. A newer confirmation cancels an older one.
 */
export function confirm(question: Question): Promise<boolean> {
  openQuestion.get()?.answer(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const open: OpenQuestion = { ...question, id: asked.get() + 1, answer }
  asked.set(open.id)
  openQuestion.set(open)
  return promise

  function answer(isConfirmed: boolean) {
    if (openQuestion.get() === open) openQuestion.set(null)
    resolve(isConfirmed)
  }
}

/** Confirms that leaving a dialog may discard what was typed, or what the question names. */
export function confirmDiscard(question?: Pick<Question, 'title' | 'body' | 'cancelLabel'>): Promise<boolean> {
  return confirm({
    title: 'Discard changes?',
    body: 'They haven’t been saved.',
    cancelLabel: 'Keep editing',
    ...question,
    confirmLabel: 'Discard',
    variant: 'delete',
  })
}
