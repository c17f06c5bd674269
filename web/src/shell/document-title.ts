import { useEffect } from 'react'
import { productName } from './page-settings.ts'

/** Sets the page's name in the browser's tab and history; null while the name is still being fetched. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productName
  }, [title])
}
