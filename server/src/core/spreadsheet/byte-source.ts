import { open, type FileHandle } from 'node:fs/promises'
import { RandomAccessReader } from 'yauzl'

const chunkBytes = 64 * 1024

/** A file or bytes in memory. Positions may be invalid: bytes outside the file count as absent. */
export class ByteSource extends RandomAccessReader {
  readonly size: number
  readonly #from: FileHandle | Uint8Array

  private constructor(from: FileHandle | Uint8Array, size: number) {
    super()
    this.#from = from
    this.size = size
  }

  static async open(source: string | Uint8Array): Promise<ByteSource> {
    if (typeof source !== 'string') return new ByteSource(source, source.length)
    const handle = await open(source, 'r')
    try {
      return new ByteSource(handle, (await handle.stat()).size)
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** Up to `length` bytes from `position`; fewer at the end of the file. */
  async bytes(position: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.size - position)))
    return buffer.subarray(0, await this.#readInto(buffer, 0, buffer.length, position))
  }

  async *range(start: number, end: number): AsyncGenerator<Buffer, void> {
    for (let position = start; position < end;) {
      const chunk = await this.bytes(position, Math.min(chunkBytes, end - position))
      if (chunk.length === 0) return
      position += chunk.length
      yield chunk
    }
  }

  /** The interface for yauzl. */
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    void this.#readInto(buffer, offset, length, position).then((bytesRead) => callback(null, bytesRead), callback)
  }

  async dispose(): Promise<void> {
    if (!(this.#from instanceof Uint8Array)) await this.#from.close()
  }

  async #readInto(buffer: Buffer, offset: number, length: number, position: number): Promise<number> {
    const wanted = Math.min(length, buffer.length - offset, this.size - position)
    if (position < 0 || wanted <= 0) return 0
    if (this.#from instanceof Uint8Array) {
      buffer.set(this.#from.subarray(position, position + wanted), offset)
      return wanted
    }
    return (await this.#from.read(buffer, offset, wanted, position)).bytesRead
  }
}
