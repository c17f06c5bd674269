const decoder = new TextDecoder('utf-8', { fatal: true })

/** The text of a JSON body; undefined if it is not UTF-8, or an escape is half of a surrogate pair. */
export function decodeJson(body: Buffer): string | undefined {
  try {
    const text = decoder.decode(body)
    return hasHalfPair(text) ? undefined : text
  } catch {
    return undefined
  }
}

function hasHalfPair(json: string): boolean {
  if (!json.includes('\\u')) return false
  const unescaped = json.replaceAll(/\\(?:u([0-9a-f]{4})|.)/gis, (_escape, hex?: string) =>
    hex === undefined ? ' ' : String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return !unescaped.isWellFormed()
}
