import { FormatError } from './format-error.ts'

/**
 * Ways by which a Jinja template reaches what Python itself uses, and so any program on the machine that renders it. They
 * are looked for in the whole text: what a template engine takes for text, a comment or code cannot be told apart safely.
 */
const dangers: { pattern: RegExp; what: string }[] = [
  { pattern: /__[A-Za-z]\w*__/, what: 'a name of Python’s inside' },
  { pattern: /\\(x5f|u005f|U0000005f|0?137|N\{low line\})/i, what: 'an underscore written as a code' },
  { pattern: /\|\s*attr\b/, what: 'the filter “attr”' },
  { pattern: /\b(lipsum|cycler|joiner)\b/, what: 'a helper that leads into Python' },
  {
    pattern:
      /(\.\s*|\[\s*['"])(mro|format_map|func_globals|gi_frame|gi_code|cr_frame|tb_frame|f_globals|f_builtins|f_back|_module)\b/,
    what: 'a name of Python’s inside',
  },
  // names put together of pieces: ['_' * 2, 'class'], x['_' ~ name], x[[…] | join], map(attribute='a' ~ b)
  { pattern: /(?<!replace\(\s*)(['"])_+\1\s*[*~+,\]]/, what: 'a name put together of pieces' },
  { pattern: /[\w)\]]\s*\[[^[\]\n]*(['"])[^[\]\n]*\1\s*[~+*%|][^[\]\n]*\]/, what: 'a name put together of pieces' },
  { pattern: /\]\s*\)?\s*\|\s*(join|reverse|format|replace)\b[^[\]\n]*\]/, what: 'a name put together of pieces' },
  { pattern: /\battribute\s*=\s*(?!['"]|\d)/, what: 'a name put together of pieces' },
  { pattern: /\battribute\s*=\s*(['"])[^'"]*\1\s*[~+*%|]/, what: 'a name put together of pieces' },
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
  const conditions =
    /\{%[-+]?\s*(?:el)?if\b(?:[^%]|%(?!\}))*(?:content|text)\b(?:[^%]|%(?!\}))*(?:['"])(?:[^%]|%(?!\}))*%\}/g
  return [...text.matchAll(conditions)]
    .filter(([statement]) => /\bin\b|==|!=|startswith|endswith|find\(|\bis\s+(?:equalto|eq|in)\b/.test(statement))
    .map(({ index }) => text.slice(0, index).split('\n').length)
}
