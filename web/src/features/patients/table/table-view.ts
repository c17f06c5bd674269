import { patientColumns, type PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { useState } from 'react'
import { recall, remember } from '../../../lib/local-storage.ts'

/** An admin's choice of columns and density. The member ID is always the first column. */
export type TableView = {
  /** All other columns. */
  order: PatientColumnKey[]
  hidden: PatientColumnKey[]
  isCompact: boolean
}

const movable = patientColumns.map(({ key }) => key).filter((key) => key !== 'memberId')

export const defaultView: TableView = { order: movable, hidden: [], isCompact: false }

/** Reads a saved view. Columns that it does not name come last, and unknown names are ignored. */
export function readView(stored: string | null): TableView {
  try {
    const view: unknown = JSON.parse(stored ?? 'null')
    if (typeof view !== 'object' || view === null) return defaultView
    const { order, hidden, isCompact } = view as Record<string, unknown>
    const known = columnsIn(order)
    const all = [...known, ...movable.filter((key) => !known.includes(key))]
    return { order: all, hidden: columnsIn(hidden), isCompact: isCompact === true }
  } catch {
    return defaultView
  }
}

export function visibleKeys({ order, hidden }: TableView): PatientColumnKey[] {
  return ['memberId', ...order.filter((key) => !hidden.includes(key))]
}

export function toggleColumn(view: TableView, key: PatientColumnKey): TableView {
  const isHidden = view.hidden.includes(key)
  return { ...view, hidden: isHidden ? view.hidden.filter((each) => each !== key) : [...view.hidden, key] }
}

/** @param by -1 moves the column one position to the front, 1 one to the back */
export function moveColumn(view: TableView, key: PatientColumnKey, by: -1 | 1): TableView {
  const from = view.order.indexOf(key)
  const to = from + by
  if (to < 0 || to >= view.order.length) return view
  const order = view.order.filter((each) => each !== key)
  return { ...view, order: order.toSpliced(to, 0, key) }
}

function columnsIn(list: unknown): PatientColumnKey[] {
  return Array.isArray(list) ? [...new Set(list)].filter((key) => movable.includes(key)) : []
}

/** This admin's view of the table, saved in this browser. */
export function useTableView(adminId: string): [TableView, (view: TableView) => void] {
  const storageKey = `patients-view:${adminId}`
  const [view, setView] = useState(() => readView(recall(storageKey)))
  return [
    view,
    (next) => {
      setView(next)
      remember(storageKey, JSON.stringify(next))
    },
  ]
}
