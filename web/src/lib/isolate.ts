/** Letters that run from right to left, and characters that change the direction of the text after them. */
const turning = /[\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** An isolation of the text's own could end ours too early. */
const isolations = /[\u2066-\u2069]/g

/** A foreign text within a text of ours: its direction ends where it ends. Most texts stay as they are. */
export function isolate(text: string): string {
  return turning.test(text) ? `\u2068${text.replaceAll(isolations, '')}\u2069` : text
}
