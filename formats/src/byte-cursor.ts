import type { ByteSource } from './byte-source.ts'
import { FormatError } from './format-error.ts'

const smallestWindowBytes = 4 * 1024
const largestWindowBytes = 256 * 1024

const decoder = new TextDecoder()

/**
 * Walks a source forward through a small window. The window doubles while reading is sequential and shrinks after a
 * jump, so a header is read in few requests and skipped tensors cost almost nothing.
 * Reads inside the window are synchronous, because millions of small values would otherwise cost a promise each. Before
 * each read, call: `if (!cursor.has(8)) await cursor.load(8)`.
 */
export class ByteCursor {
  position = 0
  readonly sizeBytes: number
  readonly #source: ByteSource
  readonly #maxReadBytes: number
  #readBytes = 0
  #window: Uint8Array = new Uint8Array(0)
  #view: DataView = new DataView(new ArrayBuffer(0))
  #windowStart = 0
  #windowEnd = 0
  #windowBytes = smallestWindowBytes

  /** `maxReadBytes` limits all reads together, whatever lengths the file states. */
  constructor(source: ByteSource, maxReadBytes: number) {
    this.#source = source
    this.sizeBytes = source.sizeBytes
    this.#maxReadBytes = maxReadBytes
  }

  get remainingBytes(): number {
    return this.sizeBytes - this.position
  }

  /** Whether the next bytes can be read without loading. */
  has(length: number): boolean {
    return length === 0 || (this.position >= this.#windowStart && this.position + length <= this.#windowEnd)
  }

  /** Loads the next bytes into the window. */
  async load(length: number): Promise<void> {
    if (length > this.remainingBytes) throw truncated()
    if (this.has(length)) return
    const isSequential = this.position >= this.#windowStart && this.position <= this.#windowEnd
    this.#windowBytes = isSequential ? Math.min(this.#windowBytes * 2, largestWindowBytes) : smallestWindowBytes
    const wanted = Math.min(Math.max(this.#windowBytes, length), this.remainingBytes)
    this.#readBytes += wanted
    if (this.#readBytes > this.#maxReadBytes) {
      throw new FormatError('The description at the start of this file is larger than any real model needs.')
    }
    const window = await this.#source.read(this.position, wanted)
    if (window.byteLength !== wanted) throw truncated()
    this.#window = window
    this.#view = new DataView(window.buffer, window.byteOffset, window.byteLength)
    this.#windowStart = this.position
    this.#windowEnd = this.position + wanted
  }

  u8(): number {
    return this.#view.getUint8(this.#pass(1))
  }

  u32(): number {
    return this.#view.getUint32(this.#pass(4), true)
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.#pass(8), true)
  }

  /** A 64-bit count or length. Values above 2^53 are inexact, but no file is that large. */
  count(): number {
    const at = this.#pass(8)
    return this.#view.getUint32(at, true) + this.#view.getUint32(at + 4, true) * 2 ** 32
  }

  text(length: number): string {
    const at = this.#pass(length)
    return length === 0 ? '' : decoder.decode(this.#window.subarray(at, at + length))
  }

  /** Skips bytes without reading them. A length past the end of the file is an error: the file is truncated. */
  skip(length: number): void {
    if (length > this.remainingBytes) throw truncated()
    this.position += length
  }

  #pass(length: number): number {
    const at = this.position - this.#windowStart
    this.position += length
    return at
  }
}

export const truncated = () =>
  new FormatError('This file ends too early. It may have been cut off while it was copied or downloaded.')
