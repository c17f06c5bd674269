/**
 * Whether `If-Match` allows sending this: it contains its tag, or is absent. A weak tag never identifies a file.
 * @param etag undefined if it has none yet
 */
export function mayMatch(ifMatch: string | undefined, etag: string | undefined): boolean {
  if (ifMatch === undefined) return true
  const names = ifMatch.split(',').map((name) => name.trim())
  return (etag !== undefined && names.includes(etag)) || names.includes('*')
}

/** Whether `If-None-Match` contains the tag of what would be sent. */
export function isNamed(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false
  const names = ifNoneMatch.split(',').map((name) => name.trim().replace(/^W\//, ''))
  return names.includes(etag) || names.includes('*')
}
