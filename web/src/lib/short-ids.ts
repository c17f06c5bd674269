import { endOfId } from '@health-console/contract/values/ids.ts'

/** Longer IDs are UUIDs, whose end is enough to distinguish them. */
const longestShown = 20

/** Shortens a UUID to its end: "…a0e61581". Other IDs stay whole. */
export const shorten = (id: string) => (id.length <= longestShown ? id : `…${endOfId(id)}`)

/** What something without a name is called: "ID …a0e61581". */
export const nameOfId = (id: string) => `ID ${shorten(id)}`

/** Splits an ID into its beginning, which many IDs share, and its end, which identifies it. */
export function splitId(id: string): [beginning: string, end: string] {
  const end = endOfId(id)
  return [id.slice(0, id.length - end.length), end]
}
