/**
 * Copies a text. V8 makes longer substrings views into their source, so one id would keep a whole chunk of XML in
 * memory.
 */
export function ownText(text: string): string {
  return text.length < 13 ? text : Buffer.from(text).toString()
}

/** Decodes the `_x000D_` form in which spreadsheet programs write characters that XML cannot contain. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .toWellFormed()
}
