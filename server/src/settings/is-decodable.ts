/** Whether each percent sign of a part of an address begins a valid character. */
export function isDecodable(text: string): boolean {
  try {
    // the bundler drops a call whose result nobody uses
    return decodeURIComponent(text).isWellFormed()
  } catch {
    return false
  }
}
