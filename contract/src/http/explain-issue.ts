import * as z from 'zod/mini'

const kinds = new Map([
  ['array', 'a list'],
  ['boolean', 'true or false'],
  ['int', 'a whole number'],
  ['null', 'null'],
  ['number', 'a number'],
  ['object', 'an object'],
  ['record', 'an object'],
  ['string', 'text'],
])

/** Explains what is wrong with a value in a sentence. Messages that schemas define themselves take precedence. */
function explainIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Required' : `Must be ${kinds.get(issue.expected) ?? issue.expected}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `Must be ${String(issue.values[0])}`
        : `Must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `Too short: at least ${issue.minimum}`
        : `Must be at least ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `Too long: at most ${issue.maximum}`
        : `Must be at most ${issue.maximum}`
    default:
      return 'Invalid value'
  }
}

const mostNamed = 3
const longestName = 60

/** The errors for unknown keys, which name only some of them: a caller may send many thousands. */
export function unknownFields(keys: readonly string[]): { path: string; message: string }[] {
  const more = keys.length - mostNamed
  return keys.slice(0, mostNamed).map((key, index) => ({
    path: shorten(key),
    message: more > 0 && index === mostNamed - 1 ? `Unknown field, and ${more} more` : 'Unknown field',
  }))
}

/** A name of a field, which a caller may have chosen. */
export const shorten = (name: string) => (name.length > longestName ? `${name.slice(0, longestName)}…` : name)

/** Makes the messages of all schemas sentences. By default zod/mini has no messages. */
export const explainIssues = () => z.config({ localeError: explainIssue })
