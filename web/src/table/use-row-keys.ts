import { type RefObject, useEffect } from 'react'

const controls = 'tbody :is(a[href], button, input, select, textarea, [tabindex])'

/**
 * Tab reaches the controls of one row, at first of the first one, and then leaves the table. The arrow keys move between
 * the controls of a row and between rows, Home and End to the ends of the row, and with Ctrl to the first and the last row.
 */
export function useRowKeys(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const table = box.current?.querySelector('table')
    if (!table) return
    let current: HTMLElement | undefined

    const update = () => {
      const all = [...table.querySelectorAll<HTMLElement>(controls)]
      if (!current || !all.includes(current)) current = all[0]
      const row = current?.closest('tr')
      for (const control of all) {
        const tabIndex = control.closest('tr') === row ? 0 : -1
        if (control.tabIndex !== tabIndex) control.tabIndex = tabIndex
      }
    }
    const onFocus = ({ target }: FocusEvent) => {
      const control = target instanceof Element ? target.closest<HTMLElement>(controls) : null
      if (!control || control === current) return
      current = control
      update()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, altKey, metaKey, shiftKey } = event
      if (altKey || metaKey || shiftKey || !(target instanceof HTMLElement)) return
      if (target.matches('input, select, textarea')) return
      const next = findNext(table, target, event)
      if (!next) return
      event.preventDefault()
      next.focus()
    }

    update()
    const observer = new MutationObserver(update)
    observer.observe(table, { childList: true, subtree: true })
    const listening = new AbortController()
    table.addEventListener('focusin', onFocus, { signal: listening.signal })
    table.addEventListener('keydown', onKeyDown, { signal: listening.signal })
    return () => {
      observer.disconnect()
      listening.abort()
    }
  }, [box])
}

/** The control that the key leads to; undefined if it leads nowhere. */
function findNext(table: HTMLElement, from: HTMLElement, { key, ctrlKey }: KeyboardEvent): HTMLElement | undefined {
  const rows = [...table.querySelectorAll('tr')].map(controlsOf).filter((row) => row.length > 0)
  const row = rows.find((each) => each.includes(from))
  if (!row) return undefined
  const index = row.indexOf(from)
  const inRow = (other: HTMLElement[] | undefined) => other?.[Math.min(index, other.length - 1)]
  if (ctrlKey) {
    if (key === 'Home') return inRow(rows[0])
    return key === 'End' ? inRow(rows.at(-1)) : undefined
  }
  if (key === 'ArrowLeft') return row[index - 1]
  if (key === 'ArrowRight') return row[index + 1]
  if (key === 'ArrowUp') return inRow(rows[rows.indexOf(row) - 1])
  if (key === 'ArrowDown') return inRow(rows[rows.indexOf(row) + 1])
  if (key === 'Home') return row[0]
  return key === 'End' ? row.at(-1) : undefined
}

function controlsOf(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(controls)].filter((control) =>
    control.checkVisibility({ visibilityProperty: true }),
  )
}
