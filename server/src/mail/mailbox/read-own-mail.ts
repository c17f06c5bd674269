/** The contents of an email that `file.ts` has saved. */
export type OwnMail = { from: string; to: string; subject: string; text: string; html: string }

/**
 * Reads an email that `file.ts` has saved: its text and its HTML are two parts that are not encoded. Of any other email
 * it may find less.
 */
export function readOwnMail(source: string): OwnMail {
  const { headers, body } = splitHead(source)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = boundary === undefined ? [] : body.split(`--${boundary}`).map((part) => splitHead(part.trimStart()))
  const bodyOf = (type: string) =>
    parts.find((part) => part.headers.get('content-type')?.startsWith(type))?.body.replaceAll('\r\n', '\n') ?? ''
  return {
    from: addressIn(headers.get('from')),
    to: addressIn(headers.get('to')),
    subject: decodeWords(headers.get('subject') ?? ''),
    text: bodyOf('text/plain'),
    html: bodyOf('text/html'),
  }
}

/** The headers by their names in lower case, without line breaks, and what follows the first empty line. */
function splitHead(source: string): { headers: Map<string, string>; body: string } {
  const end = source.indexOf('\r\n\r\n')
  const head = end < 0 ? source : source.slice(0, end)
  const lines = head.replaceAll(/\r\n(?=[ \t])/g, '').split('\r\n')
  const headers = lines.flatMap((line): [string, string][] => {
    const colon = line.indexOf(':')
    return colon < 1 ? [] : [[line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]]
  })
  return { headers: new Map(headers), body: end < 0 ? '' : source.slice(end + 4) }
}

/** The address in a header such as `Health Console <no-reply@example.org>`. */
const addressIn = (header = ''): string => /<([^<>]*)>\s*$/.exec(header)?.[1] ?? header.trim()

/** Decodes words such as `=?UTF-8?Q?Z=C3=BCrich?=`. Blanks between two of them only separate them. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/(?<=\?=)\s+(?==\?)/g, '')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, word: string) => {
      if (encoding.toLowerCase() === 'b') return Buffer.from(word, 'base64').toString()
      const bytes = word.replaceAll('_', ' ').replaceAll(/=([0-9a-f]{2})/gi, (_all, hex: string) => {
        return String.fromCharCode(Number.parseInt(hex, 16))
      })
      return Buffer.from(bytes, 'latin1').toString()
    })
}
