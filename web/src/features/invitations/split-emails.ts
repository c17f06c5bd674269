/**
 * The e-mails in a text from a mail program or a table: one a line, or separated by commas, semicolons or spaces,
 * with names as in `"Doe, Ann" <ann@x.example>`.
 */
export function splitEmails(text: string): string[] {
  const lines = text.split(/[;\n\r\t]/)
  return lines.flatMap((line) => {
    const parts = [...line.matchAll(/(?:"[^"]*"|<[^>]*>|[^,])+/g)].map(([part]) => part.trim())
    return parts.filter((part, index) => !isSurname(part, parts[index + 1])).flatMap(emailsOf)
  })
}

/** "Doe" in `Doe, Ann <ann@x.example>`. */
function isSurname(part: string, next = ''): boolean {
  return !part.includes('@') && /^[^@]+<[^>]*@/.test(next)
}

function emailsOf(part: string): string[] {
  const inBrackets = /<(?:mailto:)?([^>]*)>/i.exec(part)?.[1]?.trim()
  if (inBrackets) return [inBrackets]
  const words = part.split(/\s+/).filter((word) => word !== '')
  return words.every((word) => word.includes('@')) ? words : [part]
}
