import { pageHeading } from '../lib/page-heading.ts'
import { useEffect } from 'react'
import { formatDateTime } from '../lib/dates.ts'
import { productName } from './page-settings.ts'

/** Sets a footer for printing that names the page, and who printed it when. `print.css` shows it on each page. */
export function usePrintFoot(name: string): void {
  useEffect(() => {
    const set = () => {
      const lines = `${productName} · ${whatIsPrinted()}\nPrinted by ${name}, ${formatDateTime(new Date())} UTC`
      document.documentElement.style.setProperty('--print-foot', cssString(lines))
    }
    window.addEventListener('beforeprint', set)
    return () => window.removeEventListener('beforeprint', set)
  }, [name])
}

/** The heading of the top dialog, or else of the page. */
function whatIsPrinted(): string {
  const dialog = [...document.querySelectorAll('[role$=dialog][data-state=open]')].at(-1)
  // The heading of a page is used without its count.
  const title = dialog ? dialog.querySelector('h2') : pageHeading()?.firstChild
  const search = (dialog ?? document).querySelector<HTMLInputElement>('input[type=search]')?.value
  return `${title?.textContent?.trim() ?? ''}${search ? `, search “${search}”` : ''}`
}

const cssString = (text: string) =>
  `"${text.replaceAll(/["\\\n]/g, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`
