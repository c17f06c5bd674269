import { endOfId } from '@health-console/contract/ids.ts'

/** Longer ids are UUIDs, of which the end is enough to distinguish them. */
const longestShown = 20

/** "…a0e61581". A short id, which is not a UUID, stays whole. */
export const shorten = (id: string) => (id.length <= longestShown ? id : `…${endOfId(id)}`)

/** The beginning, which many ids share, and the end, which identifies an id. */
export function splitId(id: string): [beginning: string, end: string] {
  const end = endOfId(id)
  return [id.slice(0, id.length - end.length), end]
}
