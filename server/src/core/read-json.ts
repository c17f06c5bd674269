const mostLevels = 100
/**
 * The maximum number of objects, lists and values in them. Parsing more takes long and needs much memory at once,
 * whatever the bytes.
 */
const mostValues = 100_000
/** The number of characters between two pauses. */
const stretch = 100_000
const [quote, backslash, colon, comma, space] = [0x22, 0x5c, 0x3a, 0x2c, 0x20]
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d]

/** Properties of JSON that its parsed form does not have. */
export type ReadJson = {
  /** Undefined if it has too many levels or values to be parsed. */
  value: unknown
  /** Why it is rejected. */
  error: { path: string; message: string } | undefined
  /** The object or list at a key of the outermost object, as written. */
  rawOf(key: string): string
}

/** An open object, with its keys so far and the current one; or a list, which has none. */
type Level = { from: number; keys: Set<string> | undefined; key: string }

/**
 * Reads JSON, such as one line of product data or a body. It is parsed only after it has been found to be small enough; until then it may not even be
 * JSON.
 * @param pause is awaited now and then in a long text
 * @throws SyntaxError
 */
export async function readJson(text: string, pause: () => Promise<void>): Promise<ReadJson> {
  const raw = new Map<string, string>()
  const levels: Level[] = []
  let error: ReadJson['error']
  let values = 0
  let pauseAt = stretch
  for (let at = 0; at < text.length; at += 1) {
    if (at >= pauseAt) {
      await pause()
      pauseAt = at + stretch
    }
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = endOfString(text, at)
      readString(at, end)
      at = end - 1
    } else if (code === openObject || code === openList) {
      levels.push({ from: at, keys: code === openObject ? new Set() : undefined, key: '' })
      values += 1
      // The outermost object is the line that contains the document.
      if (levels.length > mostLevels + 1) return tooMuch(`At most ${mostLevels} levels of nesting are allowed`)
    } else if (code === comma) {
      values += 1
    } else if (code === closeObject || code === closeList) {
      const level = levels.pop()
      const line = levels[0]
      if (level && line && levels.length === 1) raw.set(line.key, text.slice(level.from, at + 1))
    }
    if (values > mostValues) return tooMuch(`At most ${mostValues.toLocaleString('en')} values are allowed`)
  }
  return { value: JSON.parse(text), error, rawOf: (key) => raw.get(key) ?? '' }

  function readString(start: number, end: number): void {
    const level = levels.at(-1)
    const keys = isBeforeColon(text, end) ? level?.keys : undefined
    const written = text.slice(start, end)
    const isEscaped = written.includes('\\')
    if (!keys && !isEscaped) return
    const string = isEscaped ? String(JSON.parse(written)) : written.slice(1, -1)
    if (string.includes('\0')) report('NUL characters are not allowed')
    // Half of a surrogate pair has no form in UTF-8.
    if (!string.isWellFormed()) report('Half of a surrogate pair is not allowed')
    if (!level || !keys) return
    level.key = string
    // Databases and programs differ in which of them they use.
    if (keys.has(string)) report('This key occurs twice', pathOf(levels))
    keys.add(string)
  }

  function report(message: string, path = levels[0]?.key ?? ''): void {
    error ??= { path, message }
  }

  function tooMuch(message: string): ReadJson {
    report(message)
    return { value: undefined, error, rawOf: () => '' }
  }
}

/**
 * The position after the closing quote of a string, starting at the position of its opening one. @throws SyntaxError if
 * it has none
 */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1
    if (backslashes % 2 === 0) return end + 1
  }
  throw new SyntaxError('A string has no end')
}

function isBeforeColon(text: string, end: number): boolean {
  let next = end
  // In JSON, every character up to the space is white space or invalid.
  while (text.charCodeAt(next) <= space) next += 1
  return text.charCodeAt(next) === colon
}

const pathOf = (levels: Level[]) => levels.flatMap(({ key }) => (key === '' ? [] : [key])).join('.')
