/** Characters from which an example for each part of an expression is chosen. */
const characters = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)),
  ...'\t\n\r\0\u0085\u00A0\u00AD\u0301\u0627\u200B\u200D\u202E\u2028\uFE0F\u{E0041}Éß中«»’€—😀',
]
/** Characters that are tried first for a part that matches many. */
const telling = ['a', '0', ' ', '"', "'", '.']
const longestRepeated = 8
const mostInputs = 400

export type Input = { prefix: string; repeated: string }

/** Inputs that repeat what an expression begins to match, and never complete the match. */
export function inputsFor({ source, flags }: { source: string; flags: string }): Input[] {
  const parts = partsOf(source, flags.includes('v'))
    .map((part) => charactersOf(part, flags))
    .filter((fitting) => fitting.length > 0)
  const first = parts.map(([character = '']) => character)
  const repeats = new Set(parts.flatMap((fitting) => fitting.slice(0, 6)))
  const prefixes = new Set([''])
  for (let from = 0; from < first.length; from += 1) {
    prefixes.add(first.slice(0, from + 1).join(''))
    prefixes.add(first.slice(from, from + 2).join(''))
    for (let to = from + 2; to <= from + longestRepeated; to += 1) repeats.add(first.slice(from, to).join(''))
    repeats.add(first.slice(from).join(''))
  }
  const inputs = [...prefixes].flatMap((prefix) => [...repeats].map((repeated) => ({ prefix, repeated })))
  const step = Math.max(1, inputs.length / mostInputs)
  return Array.from({ length: Math.min(inputs.length, mostInputs) }, (_, at) => inputs[Math.floor(at * step)]).filter(
    (input) => input !== undefined,
  )
}

/** The last character is one that no expression matches. */
export const write = ({ prefix, repeated }: Input, length: number): string =>
  `${prefix}${repeated.repeat(Math.ceil(length / repeated.length))}\u0001`

/** The parts that match one character, in order: without groups, alternatives, positions and repetitions. */
function partsOf(source: string, classesNest: boolean): string[] {
  const parts: string[] = []
  for (let at = 0; at < source.length;) {
    const part = partAt(source, at, classesNest)
    at += part.length
    if (!/^(?:[()|*+?^$]|\{\d|\\[bBk1-9])/.test(part)) parts.push(part)
  }
  return parts
}

const longPart =
  /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\k<\w+>|\\.|\(\?(?:<?[=!]|:|<\w+>)|\{\d+(?:,\d*)?\}/sy

function partAt(source: string, at: number, classesNest: boolean): string {
  longPart.lastIndex = at
  const long = longPart.exec(source)
  if (long) return long[0]
  if (source[at] !== '[') return String.fromCodePoint(source.codePointAt(at) ?? 0)
  let depth = 0
  for (let end = at; end < source.length; end += 1) {
    if (source[end] === '\\') end += 1
    else if (source[end] === '[' && (classesNest || end === at)) depth += 1
    else if (source[end] === ']') depth -= 1
    if (depth === 0) return source.slice(at, end + 1)
  }
  throw new Error(`A class of ${source} does not end.`)
}

function charactersOf(part: string, flags: string): string[] {
  const pattern = new RegExp(`^${part}$`, flags.replaceAll(/[gy]/g, ''))
  const fitting = characters.filter((character) => pattern.test(character))
  return [...telling.filter((character) => fitting.includes(character)), ...fitting]
}
