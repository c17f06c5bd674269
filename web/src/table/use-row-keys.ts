import { type RefObject, useEffect } from 'react'

const controls = 'tbody :is(a[href], button, input, select, textarea, [tabindex])'

/**
 * Makes Tab reach the controls of one row, at first of the first one, and then leave the table. The arrow keys move
 * between the controls of a row, and between rows in the same column. From the table itself they go into that row. Home
 * and End lead to the ends of the row, and with Ctrl to the first and the last row.
 */
export function useRowKeys(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current
    const table = element?.querySelector('table')
    if (!element || !table) return
    let current: HTMLElement | undefined
    // The column to stay in, including beyond rows that have no control there.
    let column: Column | undefined

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
      column = undefined
      update()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, altKey, ctrlKey, metaKey, shiftKey } = event
      if (altKey || metaKey || shiftKey || !(target instanceof HTMLElement)) return
      if (target.matches('input, select, textarea')) return
      const isIntoRow = target === element && key === 'ArrowDown' && !ctrlKey
      const from = column ?? columnOf(target)
      const next = isIntoRow ? current : findNext(table, target, from, event)
      if (!next) return
      event.preventDefault()
      next.focus()
      // Moving the focus has reset the column.
      if (key === 'ArrowDown' || key === 'ArrowUp') column = isIntoRow ? undefined : from
    }

    update()
    const observer = new MutationObserver(update)
    observer.observe(table, { childList: true, subtree: true })
    const listening = new AbortController()
    element.addEventListener('focusin', onFocus, { signal: listening.signal })
    element.addEventListener('keydown', onKeyDown, { signal: listening.signal })
    return () => {
      observer.disconnect()
      listening.abort()
    }
  }, [box])
}

/** A position among the controls of a row: the cell, and which of the controls in it. */
type Column = { cell: number; index: number }

function columnOf(control: HTMLElement): Column {
  const cell = control.closest<HTMLTableCellElement>('th, td')
  if (!cell) return { cell: 0, index: 0 }
  return { cell: cell.cellIndex, index: controlsOf(cell).indexOf(control) }
}

/** The control that the key leads to; undefined if it leads nowhere. */
function findNext(
  table: HTMLElement,
  from: HTMLElement,
  column: Column,
  { key, ctrlKey }: KeyboardEvent,
): HTMLElement | undefined {
  const rows = [...table.querySelectorAll('tr')].map(controlsOf).filter((row) => row.length > 0)
  const row = rows.find((each) => each.includes(from))
  if (!row) return undefined
  if (ctrlKey) {
    if (key === 'Home') return nearestTo(column, rows[0])
    return key === 'End' ? nearestTo(column, rows.at(-1)) : undefined
  }
  const index = row.indexOf(from)
  if (key === 'ArrowLeft') return row[index - 1]
  if (key === 'ArrowRight') return row[index + 1]
  if (key === 'ArrowUp') return nearestTo(column, rows[rows.indexOf(row) - 1])
  if (key === 'ArrowDown') return nearestTo(column, rows[rows.indexOf(row) + 1])
  if (key === 'Home') return row[0]
  return key === 'End' ? row.at(-1) : undefined
}

/** The control in the same cell of another row, or else in the nearest one. */
function nearestTo({ cell, index }: Column, row: HTMLElement[] | undefined): HTMLElement | undefined {
  return row?.toSorted((one, other) => {
    const [a, b] = [columnOf(one), columnOf(other)]
    return Math.abs(a.cell - cell) - Math.abs(b.cell - cell) || Math.abs(a.index - index) - Math.abs(b.index - index)
  })[0]
}

function controlsOf(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(controls)].filter((control) =>
    control.checkVisibility({ visibilityProperty: true }),
  )
}
