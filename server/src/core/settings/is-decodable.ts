/** Whether each percent sign of a part of a URL begins a valid character. */
export function isDecodable(text: string): boolean {
  try {
    // The bundler drops a call whose result is not used.
    return decodeURIComponent(text).isWellFormed()
  } catch {
    return false
  }
}
