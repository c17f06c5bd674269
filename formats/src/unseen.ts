/** Scripts in which a joiner between two letters changes their form. */
const joining = String.raw`[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]`
const joinedLetter = String.raw`[${joining}&&[\p{L}\p{M}]]`

/**
 * Invisible characters other than line breaks and tabs: controls, those that change the direction of the text, and
 * those without a form of their own. Joiners between letters that they join are left out.
 */
const unseen = new RegExp(
  String.raw`[[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{DI}\uFFF9-\uFFFB]--[\t\n\f\r\u200C\u200D]]|(?<!${joinedLetter})[\u200C\u200D]|[\u200C\u200D](?!${joinedLetter})`,
  'gv',
)

const emoji = /\p{RGI_Emoji}/gv
/** A variation selector and a joiner, which standard emoji consist of. */
const ofEmoji = /[\uFE0F\u200D]/g

/** The invisible characters of a text, in their order. */
function* unseenIn(text: string): Generator<{ at: number; character: string }> {
  const meant = placesInEmoji(text)
  for (const { 0: character, index: at } of text.matchAll(unseen)) if (!meant.has(at)) yield { at, character }
}

function placesInEmoji(text: string): Set<number> {
  const places = new Set<number>()
  if (text.search(ofEmoji) < 0) return places
  for (const { 0: sequence, index } of text.matchAll(emoji))
    for (const part of sequence.matchAll(ofEmoji)) places.add(index + part.index)
  return places
}

/** A fast path: most text is ASCII. */
const isPlain = (text: string) => /^[\t\n\f\r\x20-\x7e]*$/.test(text)

/** A text as it is shown, with invisible characters as their codes: [U+202E]. */
export function toSeen(text: string): string {
  if (isPlain(text)) return text
  let shown = ''
  let end = 0
  for (const { at, character } of unseenIn(text)) {
    shown += `${text.slice(end, at)}[${codeOf(character)}]`
    end = at + character.length
  }
  return shown + text.slice(end)
}

/** Formats a character as `U+202E`. */
const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** Counts how often each invisible character occurs in a text. */
export function countUnseen(text: string, counts: Map<string, number>): void {
  if (isPlain(text)) return
  for (const { character } of unseenIn(text)) counts.set(character, (counts.get(character) ?? 0) + 1)
}

const kinds: [name: string, has: (character: string) => boolean][] = [
  ['control character', (character) => /\p{Cc}/u.test(character)],
  ['direction character', (character) => /\p{Bidi_Control}/u.test(character)],
  ['invisible character', (character) => !/[\p{Cc}\p{Bidi_Control}]/u.test(character)],
]
const mostCodes = 5

/** Sentences about the invisible characters of a text, one for each kind. */
export function noticesOfUnseen(subject: string, counts: ReadonlyMap<string, number>): string[] {
  return kinds.flatMap(([name, has]) => {
    const found = [...counts].filter(([character]) => has(character))
    const total = found.reduce((sum, [, count]) => sum + count, 0)
    if (total === 0) return []
    const codes = found.slice(0, mostCodes).map(([character]) => codeOf(character))
    const others = found.length > mostCodes ? ' and others' : ''
    return [`${subject} has ${total} ${name}${total === 1 ? '' : 's'} (${codes.join(', ')}${others}).`]
  })
}
