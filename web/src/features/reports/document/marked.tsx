import { toSeen } from '@health-console/formats/unseen.ts'
import { splitAtText } from './json.ts'

/** A text with what a search found in it marked, and what is not seen in it shown by its code. */
export function Marked({ children, text }: { children: string; text: string }) {
  const shown = toSeen(children)
  if (text === '') return shown
  return splitAtText(shown, text).map((piece, index) => (index % 2 === 0 ? piece : <mark key={index}>{piece}</mark>))
}
