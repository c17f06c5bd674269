/**
 * The line numbers, from 1, at which a template depends on the content of a message: there it can respond to certain
 * words in its own way.
 */
export function conditionsOnText(text: string): number[] {
  const textFields = new Set(['content', 'text'])
  // `item.type` is the kind of text, not its content.
  const speaksOfText = (code: string) =>
    [...code.matchAll(/\b\w+\b(?!\s*\.\s*type\b)/g)].some(([name]) => textFields.has(name))
  const lines = new Set<number>()
  for (const { tag, line } of tagsIn(text)) {
    const code = withoutWords(tag)
    const [, name, value = ''] = /^\s*set\s+(?:\w+\.)?(\w+)\s*=(?!=)(.*)$/s.exec(code) ?? []
    if (name !== undefined && speaksOfText(value)) textFields.add(name)
    const parts = code.split(/\b(?:and|or|if|elif|else)\b/)
    if (selectsByText.test(tag) || parts.some((part) => comparesWithWords(part) && speaksOfText(part))) lines.add(line)
  }
  return [...lines]
}

/** The code between {% and %}, or {{ and }}, and the line on which it begins. */
function* tagsIn(text: string): Generator<{ tag: string; line: number }> {
  const opening = /\{[%{][-+]?|\n/g
  const closing = /[%}]\}/g
  let line = 1
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    if (found[0] === '\n') {
      line += 1
      continue
    }
    closing.lastIndex = opening.lastIndex
    const end = closing.exec(text)?.index
    if (end === undefined) return
    const tag = text.slice(opening.lastIndex, end)
    yield { tag, line }
    line += tag.split('\n').length - 1
    opening.lastIndex = end + 2
  }
}

/** Writes message['content'] as message.content, and other texts as «»; empty ones are removed. */
const withoutWords = (code: string) =>
  code
    .replaceAll(/\[\s*(['"])(\w+)\1\s*\]/g, '.$2')
    .replaceAll(/'[^']*'|"[^"]*"/g, (words) => (words.length === 2 ? '' : '«»'))

function comparesWithWords(code: string): boolean {
  const words = code.lastIndexOf('«»')
  if (words < 0) return false
  const test = code.search(/\bis\s+(?:not\s+)?(?:equalto|eq|ne|in|sameas)\b|\b(?:select|reject)\s*\(/)
  return (test >= 0 && test < words) || comparison.test(code)
}

const comparison =
  /«»\s*(?:not\s+)?in\b|\bin\s*(?:[[(]\s*)?«»|[=!]=\s*«»|«»\s*[=!]=|\.\s*(?:startswith|endswith|find|rfind|index|count)\s*\(\s*(?:\(\s*)?«»/

const selectsByText = /\b(?:select|reject)attr\s*\(\s*(['"])(?:content|text)\1\s*,/
