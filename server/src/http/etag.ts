/** Whether `If-Match` allows sending this: it contains its tag, or is absent. A weak tag never identifies a file. */
export function mayMatch(ifMatch: string | undefined, etag: string): boolean {
  if (ifMatch === undefined) return true
  const names = ifMatch.split(',').map((name) => name.trim())
  return names.includes(etag) || names.includes('*')
}

/** Whether `If-None-Match` contains the tag of what would be sent. */
export function isNamed(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const names = ifNoneMatch.split(',').map((name) => name.trim().replace(/^W\//, ''))
  return names.includes(etag) || names.includes('*')
}
