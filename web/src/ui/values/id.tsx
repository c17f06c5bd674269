import { isolate } from '../../lib/isolate.ts'
import { shorten, splitId } from '../../lib/short-ids.ts'

/** A whole id, whose end is emphasised: the beginning is the same for many. */
export function Id({ id }: { id: string }) {
  const [beginning, end] = splitId(id)
  return (
    <span className="id">
      <i>{beginning}</i>
      <b>{end}</b>
    </span>
  )
}

/** The end of an id after an ellipsis, where only the short form fits. */
export function ShortId({ id }: { id: string }) {
  if (shorten(id) === id) return isolate(id)
  return (
    <span className="id" title={id}>
      <i>…</i>
      <b>{splitId(id)[1]}</b>
    </span>
  )
}
