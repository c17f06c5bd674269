/** Reads a value that this browser has saved; null if there is none, or if its storage is blocked. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Saves a text in this browser, or deletes it if it is null. */
export function remember(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // Storage may be blocked. The choice then lasts until the page is closed.
  }
}
