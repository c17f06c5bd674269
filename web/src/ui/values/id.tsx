import { shorten, splitId } from '../../lib/short-ids.ts'
import { Data } from './data.tsx'

/** A whole ID whose end is emphasised, because many IDs begin alike. */
export function Id({ id }: { id: string }) {
  const [beginning, end] = splitId(id)
  return (
    <span className="id" translate="no">
      <i>{beginning}</i>
      <b>{end}</b>
    </span>
  )
}

/** The end of an ID after an ellipsis, where only the short form fits. */
export function ShortId({ id }: { id: string }) {
  if (shorten(id) === id) return <Data>{id}</Data>
  return (
    <span className="id" title={id} translate="no">
      <i>…</i>
      <b>{splitId(id)[1]}</b>
    </span>
  )
}
