import type { ByteSource } from './byte-source.ts'
import { FormatError } from './format-error.ts'

const chunkBytes = 1024 * 1024

export type PromptSummary = { kind: 'txt'; lineCount: number; characterCount: number }

/** Reads a whole prompt file in pieces, and refuses it if it is blank or not UTF-8 text. */
export async function readPrompt(source: ByteSource): Promise<PromptSummary> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let lineBreaks = 0
  let characterCount = 0
  let endsWithBreak = true
  let isBlank = true
  for (let offset = 0; offset < source.sizeBytes; offset += chunkBytes) {
    const length = Math.min(chunkBytes, source.sizeBytes - offset)
    const chunk = await source.read(offset, length)
    if (chunk.includes(0)) throw notText()
    const text = decodeStrictly(() => decoder.decode(chunk, { stream: true }))
    if (text === '') continue
    if (isBlank) isBlank = text.trim() === ''
    lineBreaks += countOf(text, '\n')
    characterCount += characterCountOf(text)
    endsWithBreak = text.endsWith('\n')
  }
  decodeStrictly(() => decoder.decode())
  if (isBlank) throw new FormatError('There is no text in this file.')
  return { kind: 'txt', lineCount: endsWithBreak ? lineBreaks : lineBreaks + 1, characterCount }
}

function decodeStrictly(decode: () => string): string {
  try {
    return decode()
  } catch {
    throw notText()
  }
}

function countOf(text: string, searched: string): number {
  let count = 0
  for (let at = text.indexOf(searched); at !== -1; at = text.indexOf(searched, at + 1)) count += 1
  return count
}

/** People count an emoji as one character; UTF-16 counts two units. Decoding never splits a pair between two texts. */
function characterCountOf(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit >= 0xd800 && unit < 0xdc00) count -= 1
  }
  return count
}

const notText = () => new FormatError('This is not a text file in UTF-8.')
