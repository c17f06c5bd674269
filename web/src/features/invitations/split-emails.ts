import { trimInvisible } from '@health-console/contract/values/email-address.ts'
import type { ClipboardEvent } from 'react'

/**
 * The email addresses in a text from an email client or a table: one a line, or separated by commas, semicolons or
 * spaces, with names as in `"Doe, Ann" <ann@x.example>`.
 */
export function splitEmails(text: string): string[] {
  const lines = text.split(/[;\n\r\t]/)
  return lines.flatMap((line) => {
    const parts = [...line.matchAll(/(?:"[^"]*"|<[^>]*>|[^,])+/g)].map(([part]) => trimInvisible(part))
    return parts.filter((part, index) => !isSurname(part, parts[index + 1])).flatMap(emailsOf)
  })
}

/** Finds the "Doe" in `Doe, Ann <ann@x.example>`. */
function isSurname(part: string, next = ''): boolean {
  return !part.includes('@') && /^[^@]+<[^>]*@/.test(next)
}

function emailsOf(part: string): string[] {
  const inBrackets = trimInvisible(/<(?:mailto:)?([^>]*)>/i.exec(part)?.[1] ?? '')
  if (inBrackets) return [inBrackets]
  const words = part.split(/\s+/).map(trimInvisible).filter(Boolean)
  return words.every((word) => word.includes('@')) ? words : [part]
}

/** Pastes a list from an email client or a table as email addresses with commas. The browser pastes any other text. */
export function pasteEmails(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const text = event.clipboardData.getData('text/plain')
  const emails = splitEmails(text)
  if (!/[;\n\r\t<]/.test(text.trim()) || emails.length === 0) return
  event.preventDefault()
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const start = startAfter(value.slice(0, selectionStart))
  const end = /^\s*(,|$)/.test(value.slice(selectionEnd)) ? '' : ', '
  // No other method keeps Undo working.
  document.execCommand('insertText', false, start + emails.join(', ') + end)
}

function startAfter(before: string): string {
  if (before.trim() === '' || /,\s+$/.test(before)) return ''
  return before.trimEnd().endsWith(',') ? ' ' : ', '
}
