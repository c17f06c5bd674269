import { withoutInvisible } from '@health-console/contract/text.ts'

/** Reads values in the URL as plain text: "0012" stays "0012", and nothing is quoted. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Empty values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [],
  )
  // colons and slashes are legal in a query, and a day stays readable with them
  const text = new URLSearchParams(entries).toString().replaceAll('%3A', ':').replaceAll('%2F', '/')
  return text && `?${text}`
}

/** The page number of the URL. Undefined for the first page, which is not written there. */
export function toPage(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isSafeInteger(page) && page > 1 ? page : undefined
}

/** The search text of the URL, as far as the server accepts it. Copied text often carries characters that are not seen. */
export function toSearchText(value: unknown): string | undefined {
  const text = toText(value, 100)
  return text === undefined ? undefined : withoutInvisible(text) || undefined
}

/** The secret of an e-mailed link, as far as the server accepts it. */
export function toLinkSecret(search: Record<string, unknown>): { id?: string | undefined } {
  return { id: toText(search.id, 500) }
}

/** A text of the URL, as far as the server accepts it: neither longer nor with NUL characters. */
export function toText(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return undefined
  return value.replaceAll('\0', '').slice(0, maxLength) || undefined
}
