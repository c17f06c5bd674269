import { createReadStream } from 'node:fs'
import { largestBatch } from '@health-console/contract/users/product-writes.ts'

const newline = 0x0a
const byteOrderMark = '\ufeff'
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** A report has some kilobytes. Without a limit, a file without line ends would be read into memory as a whole. */
const longestLineBytes = largestBatch.bytes

type Line = {
  /** The line number, starting at 1. */
  number: number
  text: string
  /** The position at which the next line begins. */
  endsAtByte: number
}

/** A line that cannot be read. */
export class UnreadableLine extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** The non-blank lines of a file, one at a time. @throws UnreadableLine */
export async function* readLines(path: string): AsyncGenerator<Line> {
  let number = 0
  let endsAtByte = 0
  for await (const bytes of splitAtNewlines(path)) {
    number += 1
    endsAtByte += bytes.length + 1
    if (bytes.length > longestLineBytes) throw new UnreadableLine(number, 'is longer than 8 MiB')
    const text = decodeLine(number, bytes)
    if (text.trim() !== '') yield { number, text, endsAtByte }
  }
}

/** @throws UnreadableLine */
export function decodeLine(number: number, bytes: Buffer): string {
  let text
  try {
    text = decoder.decode(bytes)
  } catch {
    throw new UnreadableLine(number, 'is not text in UTF-8')
  }
  return number === 1 && text.startsWith(byteOrderMark) ? text.slice(1) : text
}

export type SplitLine = { number: number; bytes: Buffer; isEnded: boolean }

/** The lines of a text in memory, with the last one unchanged. */
export function* splitLines(text: Buffer): Generator<SplitLine> {
  let start = 0
  for (let number = 1; start < text.length; number += 1) {
    const end = text.indexOf(newline, start)
    const isEnded = end !== -1
    yield { number, bytes: text.subarray(start, isEnded ? end : text.length), isEnded }
    start = isEnded ? end + 1 : text.length
  }
}

/** A line that is too long is cut off at the point where that is noticed. */
async function* splitAtNewlines(path: string): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  let begunBytes = 0
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 256 * 1024 })
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const rest = chunk.subarray(start, end)
      yield begun.length === 0 ? rest : Buffer.concat([...begun, rest])
      begun = []
      begunBytes = 0
      start = end + 1
    }
    if (start < chunk.length) {
      begun.push(chunk.subarray(start))
      begunBytes += chunk.length - start
      if (begunBytes > longestLineBytes) break
    }
  }
  if (begunBytes > 0) yield Buffer.concat(begun)
}
