/** A piece of a template between two successive quotation marks. */
type Literal = { at: number; quote: string; content: string }

type Danger = { at: number; text: string; what: string }

const inside = 'a name of Python’s inside'
const pieces = 'a name put together of pieces'

const pythonNames = new Set(['subclasses', 'builtins', 'globals', 'popen'])
const helpers = new Set(['lipsum', 'cycler', 'joiner'])

/** Each of these expressions reads a text once, because no part of it can match two repetitions. */
const dangers: { pattern: RegExp; what: string }[] = [
  { pattern: /\\(?:x5f|u005f|U0000005f|0?137|N\{low line\})/i, what: 'an underscore written as an escape code' },
  { pattern: /\|\s*attr\b|\bfilter\s+attr\b|\bmap\s*\(\s*['"]attr['"]/, what: 'the “attr” filter' },
  {
    pattern:
      /(?:\.\s*|\[\s*['"])(?:mro|format_map|func_\w+|im_(?:func|class|self)|(?:gi|cr|ag)_(?:frame|code)|tb_(?:frame|next)|f_(?:globals|locals|builtins|back|code)|_module)\b/,
    what: inside,
  },
  { pattern: /\bset\s+\w+\s*=\s*(['"])_+\1/, what: pieces },
  { pattern: /\]\s*(?:\)\s*)?\|\s*(?:join|reverse|format|replace)\b[^[\]\n]*\]/, what: pieces },
  { pattern: /\battribute\s*=\s*(?![\s'"\d])/, what: pieces },
  { pattern: /\b(?:map|(?:select|reject)attr|groupby)\s*\(\s*(?![\s'"]|attribute\s*=)/, what: pieces },
  {
    pattern: /(?:\battribute\s*=|\b(?:map|(?:select|reject)attr|groupby)\s*\()\s*(['"])[^'"]*\1\s*[~+*%|]/,
    what: pieces,
  },
]

/**
 * The first way of each kind in which a Jinja template reaches Python internals, and so any program on the machine that
 * renders it. The whole text is searched, because text, comments and code cannot be told apart safely. The time is
 * proportional to the length of the text.
 */
export function* dangersIn(text: string): Generator<Danger> {
  yield* dangerousWords(text)
  for (const { pattern, what } of dangers) {
    const found = pattern.exec(text)
    if (found) yield { at: found.index, text: found[0], what }
  }
  yield* dangerousLiterals(text)
  yield* paddedNames(text)
  yield* joinedKeys(text)
}

function* dangerousWords(text: string): Generator<Danger> {
  for (const { 0: word, index: at } of text.matchAll(/\w+/g)) {
    if (helpers.has(word)) yield { at, text: word, what: 'a helper that gives access to Python' }
    if (pythonNames.has(word) || isInside(word)) yield { at, text: word, what: inside }
  }
}

/** Matches a name between double underscores, such as __class__. */
function isInside(word: string): boolean {
  if (word.includes('_TemplateReference')) return true
  const begin = word.search(/__[A-Za-z]/)
  return begin >= 0 && word.lastIndexOf('__') > begin + 2
}

/** Quoted texts from which names can be composed: '%c' % 95, '_' * 2, 'a_b'[1]. */
function* dangerousLiterals(text: string): Generator<Danger> {
  for (const { at, quote, content } of literalsIn(text)) {
    const end = at + content.length + 2
    const found = (what: string) => ({ at, text: quote + content + quote, what })
    if (content.includes('%c') && !content.includes('\n') && follows(/\s*(?:%|\|\s*format\b)/y, text, end))
      yield found('a character written as an escape code')
    if (/^_+$/.test(content) && follows(/\s*[*~+,|\]]/y, text, end) && !isReplaced(text, at)) yield found(pieces)
    if (content.includes('_') && /^\w+$/.test(content) && follows(/\s*\[/y, text, end) && !isKey(text, at))
      yield found(pieces)
  }
}

/** The text between two neighbouring quotation marks of the same kind; which of them opens a text is not decided. */
function* literalsIn(text: string): Generator<Literal> {
  let before = -1
  for (const { 0: quote, index } of text.matchAll(/['"]/g)) {
    if (before >= 0 && text[before] === quote) yield { at: before, quote, content: text.slice(before + 1, index) }
    before = index
  }
}

function follows(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

/** The first argument of replace is only searched for, so it composes nothing. */
const isReplaced = (text: string, at: number) => text.endsWith('replace(', spacesBefore(text, at))

/** messages['role_a'][0] accesses a value by its key; ['a_b'][0] and 'a_b'[1] compose a text. */
function isKey(text: string, at: number): boolean {
  const bracket = spacesBefore(text, at) - 1
  return text[bracket] === '[' && /[\w\])]/.test(text.charAt(spacesBefore(text, bracket) - 1))
}

/** The start of the spaces that end at a position. */
function spacesBefore(text: string, at: number): number {
  let begin = at
  while (begin > 0 && /\s/.test(text.charAt(begin - 1))) begin -= 1
  return begin
}

/** 'class'.center(9, '_') */
function* paddedNames(text: string): Generator<Danger> {
  const findUnderscore = createFinder(text, /['"]_/g)
  const findEnd = createFinder(text, /\)/g)
  for (const { 0: call, index } of text.matchAll(/\.\s*(?:center|ljust|rjust)\s*\(/g)) {
    const underscore = findUnderscore(index + call.length)
    if (underscore < findEnd(index + call.length)) yield { at: index, text: call, what: pieces }
  }
}

/** Finds the next match from a position on; the positions must be ascending. */
function createFinder(text: string, pattern: RegExp) {
  let known = -1
  return function find(from: number): number {
    if (known >= from) return known
    pattern.lastIndex = from
    known = pattern.exec(text)?.index ?? Infinity
    return known
  }
}

/** messages['_' ~ name] */
function* joinedKeys(text: string): Generator<Danger> {
  let open = -1
  for (const { 0: bracket, index } of text.matchAll(/[[\]]/g)) {
    if (bracket === '[') open = index
    else if (open >= 0) {
      const key = text.slice(open + 1, index)
      if (isJoined(key) && /[\w)\]]/.test(text.charAt(spacesBefore(text, open) - 1)))
        yield { at: open, text: `[${key}]`, what: pieces }
      open = -1
    }
  }
}

/** Two equal quotation marks on one line, the second with an operator after it. */
function isJoined(key: string): boolean {
  const line = key.replaceAll(/(['"])\s*([~+*%|.])/g, '$1$2')
  if (line.includes('\n')) return false
  return /^[^']*'.*?'[~+*%|.]/s.test(line) || /^[^"]*".*?"[~+*%|.]/s.test(line)
}
