import { splitAtText } from './json.ts'

/** A text with what a search found in it marked. */
export function Marked({ children, text }: { children: string; text: string }) {
  if (text === '') return children
  return splitAtText(children, text).map((piece, index) => (index % 2 === 0 ? piece : <mark key={index}>{piece}</mark>))
}
