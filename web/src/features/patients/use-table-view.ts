import { useState } from 'react'
import { defaultView, readView, type TableView } from './table-view.ts'

/** This person's view of the table, remembered in this browser. */
export function useTableView(adminId: string): [TableView, (view: TableView) => void] {
  const storageKey = `patients-view:${adminId}`
  const [view, setView] = useState(() => remembered(storageKey))
  return [
    view,
    (next) => {
      setView(next)
      remember(storageKey, next)
    },
  ]
}

function remembered(storageKey: string): TableView {
  try {
    return readView(localStorage.getItem(storageKey))
  } catch {
    return defaultView
  }
}

function remember(storageKey: string, view: TableView): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(view))
  } catch {
    // storage may be blocked: the view lasts until the page is closed
  }
}
