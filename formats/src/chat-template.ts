import { FormatError } from './format-error.ts'
import { dangersIn } from './template-scan.ts'
import { countUnseen, noticesOfUnseen } from './unseen.ts'

/**
 * Checks a chat template without running it. @throws FormatError if it would access more than the conversation that it
 * is for
 */
export function checkChatTemplate(text: string): void {
  for (const { at, text: found, what } of dangersIn(text)) {
    const line = text.slice(0, at).split('\n').length
    throw new FormatError(
      `The chat template of this GGUF file could run other programs: line ${line} has ${what}, “${found.slice(0, 40)}”.`,
    )
  }
}

const taken = /\{%[-+]?\s*(include|import|from|extends)\b/g

/** Sentences about anything unusual in a template. */
export function noticesOfTemplate({ name, text }: { name: string; text: string }): string[] {
  const which = name === '' ? 'The chat template' : `The chat template “${name}”`
  const words = new Set([...text.matchAll(taken)].map(([, word]) => `“${word}”`))
  const unseen = new Map<string, number>()
  countUnseen(text, unseen)
  return [
    ...(words.size === 0 ? [] : [`${which} includes other templates (${[...words].join(', ')}).`]),
    ...noticesOfUnseen(which, unseen),
  ]
}
