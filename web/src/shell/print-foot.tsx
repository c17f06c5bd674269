import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { formatDateTime } from '../lib/dates.ts'
import { pageHeading } from '../lib/page-heading.ts'
import { productName } from './page-settings.ts'

/** The footer of each printed sheet, which names what is printed, and who printed it when. */
export function PrintFoot({ name }: { name: string }) {
  const [lines, setLines] = useState<string[]>([])
  useEffect(() => {
    const what = () => `${productName} · ${whatIsPrinted()}`
    const who = () => `Printed by ${name}, ${formatDateTime(new Date())} UTC`
    // The browser prints as soon as its listeners return.
    const set = () => flushSync(() => setLines([what(), who()]))
    window.addEventListener('beforeprint', set)
    return () => window.removeEventListener('beforeprint', set)
  }, [name])
  return createPortal(
    <div className="print-only print-foot" translate="no">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>,
    document.body,
  )
}

/** The heading of the top dialog, or else of the page. */
function whatIsPrinted(): string {
  const dialog = [...document.querySelectorAll('[role$=dialog][data-state=open]')].at(-1)
  // The heading of a page is used without its count.
  const title = dialog ? dialog.querySelector('h2') : pageHeading()?.firstChild
  const search = (dialog ?? document).querySelector<HTMLInputElement>('input[type=search]')?.value
  return `${title?.textContent?.trim() ?? ''}${search ? `, search “${search}”` : ''}`
}
