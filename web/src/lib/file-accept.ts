/**
 * Whether a file matches an accept list of comma-separated extensions (".xlsx") and MIME patterns ("image/*",
 * "text/plain"), as in the accept attribute of a file input. An empty list accepts everything.
 */
export function acceptsFile(file: { name: string; type: string }, accept: string): boolean {
  const patterns = accept
    .split(',')
    .map((pattern) => pattern.trim().toLowerCase())
    .filter(Boolean)
  if (patterns.length === 0) return true
  const name = file.name.toLowerCase()
  const type = file.type.toLowerCase()
  return patterns.some((pattern) => {
    if (pattern.startsWith('.')) return name.endsWith(pattern)
    if (pattern === '*/*') return true
    if (pattern.endsWith('/*')) return type.startsWith(pattern.slice(0, -1))
    return type === pattern
  })
}
