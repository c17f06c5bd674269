import type { ByteSource } from './byte-source.ts'
import { FormatError } from './format-error.ts'
import { countUnseen, noticesOfUnseen } from './unseen.ts'

const chunkBytes = 1024 * 1024

export type PromptSummary = {
  kind: 'txt'
  lineCount: number
  characterCount: number
  /** Sentences about anything unusual in the prompt. */
  notices: string[]
}

/** File formats of programs that write text, by their first bytes. */
const otherFormats: [RegExp, string][] = [
  [/^\{\\rtf/, 'an RTF document'],
  [/^%PDF-/, 'a PDF document'],
  [/^\s*<(!doctype\s+html|html|head|body)[\s>]/i, 'an HTML page'],
]

/** Reads a whole prompt file in pieces, and rejects it if it is blank, not UTF-8 or a document of another format. */
export async function readPrompt(source: ByteSource): Promise<PromptSummary> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let lineBreaks = 0
  let characterCount = 0
  let endsWithBreak = true
  let isBlank = true
  const unseenCounts = new Map<string, number>()
  for (let offset = 0; offset < source.sizeBytes; offset += chunkBytes) {
    const length = Math.min(chunkBytes, source.sizeBytes - offset)
    const chunk = await source.read(offset, length)
    if (offset === 0 && isUtf16(chunk))
      throw new FormatError('This text is in UTF-16. Save it as UTF-8 and choose it again.')
    if (chunk.includes(0)) throw notText()
    const text = decodeStrictly(() => decoder.decode(chunk, { stream: true }))
    if (text === '') continue
    if (offset === 0) rejectOtherFormats(text)
    countUnseen(text, unseenCounts)
    if (isBlank) isBlank = text.trim() === ''
    lineBreaks += countOf(text, '\n')
    characterCount += characterCountOf(text)
    endsWithBreak = text.endsWith('\n')
  }
  decodeStrictly(() => decoder.decode())
  if (isBlank) throw new FormatError('This file contains no text.')
  return {
    kind: 'txt',
    lineCount: endsWithBreak ? lineBreaks : lineBreaks + 1,
    characterCount,
    notices: noticesOfUnseen('The prompt', unseenCounts),
  }
}

/**
 * Whether a text is UTF-16: it begins with a byte order mark, or every second byte of its beginning is zero, as in
 * Western text.
 */
function isUtf16(chunk: Uint8Array): boolean {
  const [first = 0, second = 0] = chunk
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true
  const beginning = chunk.subarray(0, 200)
  if (beginning.byteLength < 4) return false
  const zerosFrom = (start: number) => beginning.every((byte, at) => at % 2 !== start || byte === 0)
  return zerosFrom(0) || zerosFrom(1)
}

/** The beginning of a form of the type `multipart/form-data`, which some clients send in place of a file. */
const formStart = /^\s*--\S{1,70}[ \t]*\r?\n(?:[a-z-]+:.*\r?\n)*content-disposition:/i

function rejectOtherFormats(text: string): void {
  if (formStart.test(text)) throw new FormatError('This is a web form with a file in it. Send only the file itself.')
  const content = withoutComments(text.replace(/^\uFEFF/, ''))
  const found = otherFormats.find(([pattern]) => pattern.test(content))
  if (found) throw new FormatError(`This is ${found[1]}, not plain text. Save it as text in UTF-8 and choose it again.`)
}

/** Removes HTML comments from the beginning of a text. */
function withoutComments(text: string): string {
  const comment = /\s*<!--/y
  let end = 0
  while (comment.test(text)) {
    const closing = text.indexOf('-->', comment.lastIndex)
    if (closing < 0) break
    end = closing + '-->'.length
    comment.lastIndex = end
  }
  return text.slice(end)
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

/** Users count an emoji as one character; UTF-16 counts two units. Decoding never splits a pair between two texts. */
function characterCountOf(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit >= 0xd800 && unit < 0xdc00) count -= 1
  }
  return count
}

const notText = () => new FormatError('This isn’t a text file in UTF-8.')
