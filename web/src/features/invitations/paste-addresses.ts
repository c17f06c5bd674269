import type { ClipboardEvent } from 'react'
import { splitAddresses } from './split-addresses.ts'

/** Pastes a list from a mail program or a table as addresses with commas; other text is left to the browser. */
export function pasteAddresses(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const text = event.clipboardData.getData('text/plain')
  const addresses = splitAddresses(text)
  if (!/[;\n\r\t<]/.test(text.trim()) || addresses.length === 0) return
  event.preventDefault()
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const start = startAfter(value.slice(0, selectionStart))
  const end = /^\s*(,|$)/.test(value.slice(selectionEnd)) ? '' : ', '
  // the only way that keeps Undo working
  document.execCommand('insertText', false, start + addresses.join(', ') + end)
}

function startAfter(before: string): string {
  if (before.trim() === '' || /,\s+$/.test(before)) return ''
  return before.trimEnd().endsWith(',') ? ' ' : ', '
}
