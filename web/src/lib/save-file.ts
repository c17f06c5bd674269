/** Saves a file as a download of the browser. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = toFileName(name)
  link.click()
  // By then, the download has its own reference to the content.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** A file name that every file system accepts. Other characters are replaced by "_". */
export function toFileName(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/gu, '_')
    .replace(/^[. ]+/, (start) => '_'.repeat(start.length))
}
