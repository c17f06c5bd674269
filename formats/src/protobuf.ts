import { type ByteCursor, truncated } from './byte-cursor.ts'
import { FormatError } from './format-error.ts'

const VARINT_MAX_BYTES = 10

export type ProtobufField =
  | { number: number; type: 'varint'; value: bigint }
  | { number: number; type: 'fixed' }
  | { number: number; type: 'bytes'; end: number }

/** Walks protobuf messages in a file of any size without loading them. */
export class ProtobufReader {
  readonly #cursor: ByteCursor
  #fieldsLeft: number

  /** `maxFields` bounds the walk: a file of tiny empty fields would otherwise keep it busy for minutes. */
  constructor(cursor: ByteCursor, maxFields: number) {
    this.#cursor = cursor
    this.#fieldsLeft = maxFields
  }

  /**
   * The fields of the message that starts here and ends at `end`. A `bytes` field may be read or walked by the
   * caller; what it leaves is passed over, so gigabytes of tensors are never read.
   */
  async *fields(end: number): AsyncGenerator<ProtobufField, void, void> {
    while (this.#cursor.position < end) {
      if (this.#fieldsLeft === 0)
        throw new FormatError('too_large', 'This ONNX file has more parts than any real model.')
      this.#fieldsLeft -= 1
      const field = await this.#field(end)
      if (this.#cursor.position > end) throw overrun()
      yield field
      if (field.type === 'bytes') this.#cursor.position = field.end
    }
  }

  /** A text that ends at `end`. */
  async text(end: number, maxBytes: number): Promise<string> {
    const sizeBytes = end - this.#cursor.position
    if (sizeBytes > maxBytes) throw damaged('a name in it is far too long')
    return this.#cursor.text(sizeBytes)
  }

  async #field(end: number): Promise<ProtobufField> {
    const tag = await this.#varint()
    const number = Number(tag >> 3n)
    if (number < 1 || number > 0x1fff_ffff) throw damaged('a part of it has an impossible number')
    switch (Number(tag & 7n)) {
      case 0:
        return { number, type: 'varint', value: await this.#varint() }
      case 1:
        this.#cursor.skip(8)
        return { number, type: 'fixed' }
      case 2:
        return { number, type: 'bytes', end: await this.#endOfBytes(end) }
      case 5:
        this.#cursor.skip(4)
        return { number, type: 'fixed' }
      default:
        throw damaged('a part of it has an impossible type')
    }
  }

  async #endOfBytes(end: number): Promise<number> {
    const length = await this.#varint()
    if (length > this.#cursor.remainingBytes) throw truncated()
    const endOfBytes = this.#cursor.position + Number(length)
    if (endOfBytes > end) throw overrun()
    return endOfBytes
  }

  /** A length may be past 32 bits in files past 2 GB, so all 64 bits are kept. */
  async #varint(): Promise<bigint> {
    let value = 0n
    for (let index = 0; index < VARINT_MAX_BYTES; index += 1) {
      const byte = await this.#cursor.u8()
      value |= BigInt(byte & 0x7f) << BigInt(7 * index)
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw damaged('a number in it never ends')
  }
}

/** Where a nested message or text ends; a field of another type in its place is no ONNX. */
export function messageEnd(field: ProtobufField): number {
  if (field.type === 'bytes') return field.end
  throw damaged('a part of it has the wrong type')
}

export const damaged = (what: string) => new FormatError('malformed', `This ONNX file is damaged: ${what}.`)

const overrun = () => damaged('a part of it is longer than the whole')
