import type { ClipboardEvent } from 'react'
import { splitEmails } from './split-emails.ts'

/** Pastes a list from a mail program or a table as e-mails with commas; other text is left to the browser. */
export function pasteEmails(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const text = event.clipboardData.getData('text/plain')
  const emails = splitEmails(text)
  if (!/[;\n\r\t<]/.test(text.trim()) || emails.length === 0) return
  event.preventDefault()
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const start = startAfter(value.slice(0, selectionStart))
  const end = /^\s*(,|$)/.test(value.slice(selectionEnd)) ? '' : ', '
  // nothing else keeps Undo working
  document.execCommand('insertText', false, start + emails.join(', ') + end)
}

function startAfter(before: string): string {
  if (before.trim() === '' || /,\s+$/.test(before)) return ''
  return before.trimEnd().endsWith(',') ? ' ' : ', '
}
