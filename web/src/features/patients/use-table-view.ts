import { useState } from 'react'
import { recall, remember } from '../../lib/local-storage.ts'
import { readView, type TableView } from './table-view.ts'

/** This person's view of the table, remembered in this browser. */
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
