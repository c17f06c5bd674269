import type { ReactNode } from 'react'
import { createStore } from '../lib/store.ts'

type Question = {
  title: ReactNode
  /** What happens on confirm, said before it happens. */
  body?: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  variant?: 'primary' | 'delete'
  /** Runs on confirm while the question stays open. What it throws is shown inside, and it can be tried again. */
  action?: () => Promise<unknown>
  /** What gets the focus at the end when the control that asked may be gone; null: that control. */
  returnFocus?: (isConfirmed: boolean) => HTMLElement | null
}

export type OpenQuestion = Question & { id: number; answer: (isConfirmed: boolean) => void }

/** The question that is on screen; ConfirmHost shows it. */
export const openQuestion = createStore<OpenQuestion | null>(null)

let lastId = 0

/**
 * Asks before an act: `if (await confirm({ title: 'Stop the import?' })) stop()`. Resolves when the question has
 * closed, to true once it was confirmed and its action has succeeded. A newer question cancels an older one.
 */
export function confirm(question: Question): Promise<boolean> {
  openQuestion.get()?.answer(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const id = ++lastId
  const answer = (isConfirmed: boolean) => {
    if (openQuestion.get()?.id === id) openQuestion.set(null)
    resolve(isConfirmed)
  }
  openQuestion.set({ ...question, id, answer })
  return promise
}

/** Asks before what was typed or chosen in a dialog is thrown away by leaving it. */
export function askToDiscard(): Promise<boolean> {
  return confirm({
    title: 'Discard what you entered?',
    body: 'It has not been saved.',
    cancelLabel: 'Keep it',
    confirmLabel: 'Discard',
    variant: 'delete',
  })
}
