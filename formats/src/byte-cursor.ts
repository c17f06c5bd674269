import type { ByteSource } from './byte-source.ts'
import { FormatError } from './format-error.ts'

const SMALLEST_WINDOW_BYTES = 4 * 1024
const LARGEST_WINDOW_BYTES = 1024 * 1024

/**
 * Walks a source forward through a small window. The window doubles while reading is sequential and shrinks
 * after a jump, so a header is read in few requests and skipped tensors cost almost nothing.
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
  #windowBytes = SMALLEST_WINDOW_BYTES

  /** `maxReadBytes` bounds all reads together, whatever the lengths inside the file claim. */
  constructor(source: ByteSource, maxReadBytes: number) {
    this.#source = source
    this.sizeBytes = source.sizeBytes
    this.#maxReadBytes = maxReadBytes
  }

  get remainingBytes(): number {
    return this.sizeBytes - this.position
  }

  async u8(): Promise<number> {
    const at = await this.#take(1)
    return this.#view.getUint8(at)
  }

  async u32(): Promise<number> {
    const at = await this.#take(4)
    return this.#view.getUint32(at, true)
  }

  async u64(): Promise<bigint> {
    const at = await this.#take(8)
    return this.#view.getBigUint64(at, true)
  }

  async bytes(length: number): Promise<Uint8Array> {
    const at = await this.#take(length)
    return this.#window.slice(at, at + length)
  }

  async text(length: number): Promise<string> {
    const at = await this.#take(length)
    return new TextDecoder().decode(this.#window.subarray(at, at + length))
  }

  /** Moves on without reading. Accepts what a file declares: a length past the end is a truncated file. */
  skip(length: number | bigint): void {
    if (length > this.remainingBytes) throw truncated()
    this.position += Number(length)
  }

  async #take(length: number): Promise<number> {
    if (length > this.remainingBytes) throw truncated()
    const windowEnd = this.#windowStart + this.#window.byteLength
    if (this.position < this.#windowStart || this.position + length > windowEnd) await this.#fill(length)
    const at = this.position - this.#windowStart
    this.position += length
    return at
  }

  async #fill(atLeast: number): Promise<void> {
    const windowEnd = this.#windowStart + this.#window.byteLength
    const sequential = this.position >= this.#windowStart && this.position <= windowEnd
    this.#windowBytes = sequential ? Math.min(this.#windowBytes * 2, LARGEST_WINDOW_BYTES) : SMALLEST_WINDOW_BYTES
    const length = Math.min(Math.max(this.#windowBytes, atLeast), this.remainingBytes)
    this.#readBytes += length
    if (this.#readBytes > this.#maxReadBytes) {
      throw new FormatError(
        'too_large',
        'The description at the start of this file is larger than any real model needs.',
      )
    }
    const window = await this.#source.read(this.position, length)
    if (window.byteLength !== length) throw truncated()
    this.#window = window
    this.#view = new DataView(window.buffer, window.byteOffset, window.byteLength)
    this.#windowStart = this.position
  }
}

export const truncated = () =>
  new FormatError('truncated', 'This file ends too early. It may have been cut off while it was copied or downloaded.')
