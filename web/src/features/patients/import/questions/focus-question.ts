const controls = 'select, input:not(:disabled), button:not(:disabled), summary'
/** A question with a proposal has a button; any other question has an open control. */
const waiting = 'select[data-open], [data-open] input, button[aria-label^="Confirm"]'

/** Moves the focus to the next open question, to the control that needs an answer. */
export function focusNext(step: HTMLElement | null): void {
  const question = step?.querySelector('li[aria-current="step"]') ?? step
  focusIn(question ?? null)
}

/** Moves the focus to the question about a column that was certain until now. */
export function focusColumn(step: HTMLElement | null, column: string): void {
  focusIn(step?.querySelector(`[data-question="${CSS.escape(`changed:${column}`)}"]`) ?? null)
}

function focusIn(question: Element | null): void {
  const control = question?.querySelector<HTMLElement>(waiting) ?? question?.querySelector<HTMLElement>(controls)
  control?.closest('details')?.setAttribute('open', '')
  control?.focus()
  question?.closest('li')?.scrollIntoView({ block: 'nearest' })
}
