import { maxSearchLength, withoutInvisible } from '@health-console/contract/values/text.ts'

/** Reads values in the URL as plain text: "0012" stays "0012", and nothing is quoted. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Empty values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [],
  )
  // Colons and slashes are allowed in a query, and keep a day readable.
  const text = new URLSearchParams(entries).toString().replaceAll('%3A', ':').replaceAll('%2F', '/')
  return text && `?${text}`
}

/** The page number of the URL. It is undefined for the first page, which the URL does not contain. */
export function toPage(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isSafeInteger(page) && page > 1 ? page : undefined
}

/**
 * The search text of the URL, limited to what the server accepts, as the search field shows it. Copied text often
 * contains invisible characters.
 */
export function toSearchText(value: unknown): string | undefined {
  const text = toText(value, maxSearchLength)
  return text === undefined ? undefined : withoutInvisible(text).trim() || undefined
}

/** The secret of an emailed link, limited to what the server accepts. */
export function toLinkSecret(search: Record<string, unknown>): { id?: string | undefined } {
  return { id: toText(search.id, 500) }
}

/** A text of the URL, limited to what the server accepts: a maximum length, and no NUL characters. */
export function toText(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return undefined
  return value.replaceAll('\0', '').slice(0, max) || undefined
}
