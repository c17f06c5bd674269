/** A text with what a search found in it marked. */
export function Marked({ children, text }: { children: string; text: string }) {
  if (text === '') return children
  const parts: (string | { found: string; at: number })[] = []
  const lower = children.toLowerCase()
  let from = 0
  for (let at = lower.indexOf(text.toLowerCase()); at >= 0; at = lower.indexOf(text.toLowerCase(), from)) {
    parts.push(children.slice(from, at), { found: children.slice(at, at + text.length), at })
    from = at + text.length
  }
  parts.push(children.slice(from))
  return parts.map((part) => (typeof part === 'string' ? part : <mark key={part.at}>{part.found}</mark>))
}
