/** Hands a file to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = toFileName(name)
  link.click()
  // the download has taken its own hold of the content by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** A name every file system takes: what one of them refuses is replaced by "_". */
export function toFileName(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Cs}<>:"/\\|?*]/gu, '_').replace(/^[. ]+/, (start) => '_'.repeat(start.length))
}
