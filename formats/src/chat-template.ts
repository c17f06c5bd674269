import { FormatError } from './format-error.ts'

/**
 * Ways by which a Jinja template reaches what Python itself uses, and so any program on the machine that renders it. They
 * are looked for in the whole text: what a template engine takes for text, a comment or code cannot be told apart safely.
 */
const dangers: { pattern: RegExp; what: string }[] = [
  { pattern: /__[A-Za-z]\w*__|_TemplateReference/, what: 'a name of Python’s inside' },
  { pattern: /\b(subclasses|builtins|globals|popen)\b/, what: 'a name of Python’s inside' },
  { pattern: /\\(x5f|u005f|U0000005f|0?137|N\{low line\})/i, what: 'an underscore written as a code' },
  { pattern: /(['"])[^'"\n]*%c[^'"\n]*\1\s*(%|\|\s*format\b)/, what: 'a character written as a code' },
  { pattern: /\|\s*attr\b|\bfilter\s+attr\b|\bmap\s*\(\s*['"]attr['"]/, what: 'the filter “attr”' },
  { pattern: /\b(lipsum|cycler|joiner)\b/, what: 'a helper that leads into Python' },
  {
    pattern:
      /(\.\s*|\[\s*['"])(mro|format_map|func_\w+|im_(func|class|self)|(gi|cr|ag)_(frame|code)|tb_(frame|next)|f_(globals|locals|builtins|back|code)|_module)\b/,
    what: 'a name of Python’s inside',
  },
  // names put together of pieces: ['_' * 2, 'class'], x['_' ~ name], x[[…] | join], map(attribute='a' ~ b), 'a_b'[1]
  { pattern: /(?<!replace\(\s*)(['"])_+\1\s*[*~+,|\]]/, what: 'a name put together of pieces' },
  { pattern: /\bset\s+\w+\s*=\s*(['"])_+\1/, what: 'a name put together of pieces' },
  { pattern: /(?<![\w\])]\s*\[\s*)(['"])\w*_\w*\1\s*\[/, what: 'a name put together of pieces' },
  { pattern: /\.\s*(center|ljust|rjust)\s*\([^)]*['"]_/, what: 'a name put together of pieces' },
  { pattern: /[\w)\]]\s*\[[^[\]\n]*(['"])[^[\]\n]*\1\s*[~+*%|.][^[\]\n]*\]/, what: 'a name put together of pieces' },
  { pattern: /\]\s*\)?\s*\|\s*(join|reverse|format|replace)\b[^[\]\n]*\]/, what: 'a name put together of pieces' },
  { pattern: /\battribute\s*=\s*(?!['"]|\d)/, what: 'a name put together of pieces' },
  {
    pattern: /\b(map|(select|reject)attr|groupby)\s*\(\s*(?!['"]|attribute\s*=)/,
    what: 'a name put together of pieces',
  },
  {
    pattern: /(\battribute\s*=|\b(map|(select|reject)attr|groupby)\s*\()\s*(['"])[^'"]*\4\s*[~+*%|]/,
    what: 'a name put together of pieces',
  },
]

const taken = /\{%[-+]?\s*(include|import|from|extends)\b/g

/** @throws FormatError when a chat template would reach beyond the conversation that it is for. It is never run. */
export function checkChatTemplate(text: string): void {
  for (const { pattern, what } of dangers) {
    const found = pattern.exec(text)
    if (!found) continue
    const line = text.slice(0, found.index).split('\n').length
    throw new FormatError(
      `The chat template of this GGUF file could run any program: line ${line} has ${what}, “${found[0].slice(0, 40)}”.`,
    )
  }
}

/** What is unusual about a template, a sentence each. */
export function noticesOfTemplate({ name, text }: { name: string; text: string }): string[] {
  const words = new Set([...text.matchAll(taken)].map(([, word]) => `“${word}”`))
  if (words.size === 0) return []
  const which = name === '' ? 'The chat template' : `The chat template “${name}”`
  return [`${which} takes in other templates (${[...words].join(', ')}).`]
}

/**
 * The lines of a template that decide by what a message says, by their numbers from 1: there a template can answer certain
 * words in its own way.
 */
export function conditionsOnText(text: string): number[] {
  const said = new Set(['content', 'text'])
  // item.type says what kind of text it is, not what is said
  const speaksOfText = (code: string) =>
    [...code.matchAll(/\b(\w+)\b(?!\s*\.\s*type\b)/g)].some(([name]) => said.has(name))
  const lines = new Set<number>()
  for (const { 1: tag = '', index } of text.matchAll(/\{[%{][-+]?((?:[^%}]|[%}](?!\}))*)[%}]\}/g)) {
    const code = withoutWords(tag)
    const [, name, value = ''] = /^\s*set\s+(?:\w+\.)?(\w+)\s*=(?!=)(.*)$/s.exec(code) ?? []
    if (name !== undefined && speaksOfText(value)) said.add(name)
    const parts = code.split(/\b(?:and|or|if|elif|else)\b/)
    if (selectsByText.test(tag) || parts.some((part) => comparesWithWords.test(part) && speaksOfText(part)))
      lines.add(text.slice(0, index).split('\n').length)
  }
  return [...lines]
}

/** message['content'] as message.content, other texts as «», and empty ones left out. */
const withoutWords = (code: string) =>
  code
    .replaceAll(/\[\s*(['"])(\w+)\1\s*\]/g, '.$2')
    .replaceAll(/(['"])((?:(?!\1).)*)\1/gs, (_, _quote, words: string) => (words === '' ? '' : '«»'))

const comparesWithWords =
  /«»\s*(not\s+)?in\b|\bin\s*[[(]?\s*«»|[=!]=\s*«»|«»\s*[=!]=|\.\s*(startswith|endswith|find|rfind|index|count)\s*\(\s*\(?\s*«»|\bis\s+(not\s+)?(equalto|eq|ne|in|sameas)\b.*«»|\b(select|reject)\s*\(.*«»/s

const selectsByText = /\b(select|reject)attr\s*\(\s*(['"])(content|text)\2\s*,/
