import { toSeen } from '@health-console/formats/unseen.ts'
import { splitAtText } from './json.ts'

/** A text in which search results are marked and invisible characters are shown by their codes. */
export function Marked({ children, text }: { children: string; text: string }) {
  const shown = toSeen(children)
  if (text === '') return shown
  return splitAtText(shown, text).map((piece, index) => (index % 2 === 0 ? piece : <mark key={index}>{piece}</mark>))
}
