import { useEffect } from 'react'
import { productName } from './page-settings.ts'

/** Names the page in the browser's tab and history; null while its name is still being fetched. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productName
  }, [title])
}
