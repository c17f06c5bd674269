/** Reads values in the URL as plain text: "0012" stays "0012", and nothing is quoted. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Empty values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [],
  )
  // colons and slashes are legal in a query, and a day stays readable with them
  const text = new URLSearchParams(given).toString().replaceAll('%3A', ':').replaceAll('%2F', '/')
  return text && `?${text}`
}

/** The page number of the URL. Undefined for the first page, which is not written there. */
export function toPage(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isSafeInteger(page) && page > 1 ? page : undefined
}

/** The search text of the URL, cut to the length that the server accepts. */
export function toSearchText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 100) : undefined
}

/** The secret of an e-mailed link, cut to the length that the server accepts. */
export function toLinkSecret(search: Record<string, unknown>): { id?: string | undefined } {
  return { id: typeof search.id === 'string' && search.id !== '' ? search.id.slice(0, 500) : undefined }
}
