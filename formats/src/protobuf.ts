import { type ByteCursor, truncated } from './byte-cursor.ts'
import { FormatError } from './format-error.ts'

const varintMaxBytes = 10
const longestFieldHeadBytes = 2 * varintMaxBytes

type ProtobufField =
  | { number: number; type: 'varint'; value: bigint }
  | { number: number; type: 'fixed' }
  | { number: number; type: 'bytes'; end: number }

/** Handles a field; returns a promise only if it has to wait. */
type Visit = (field: ProtobufField) => Promise<void> | void

/** Walks protobuf messages in a file of any size without loading them. */
export class ProtobufReader {
  readonly #cursor: ByteCursor
  #fieldsLeft: number
  #walksLeft: number

  /**
   * Limits the number of all fields and of those that are not skipped, so that a file full of tiny fields cannot keep
   * the reader busy.
   */
  constructor(cursor: ByteCursor, { maxFields, maxWalks }: { maxFields: number; maxWalks: number }) {
    this.#cursor = cursor
    this.#fieldsLeft = maxFields
    this.#walksLeft = maxWalks
  }

  /** The position of the next byte. */
  get position(): number {
    return this.#cursor.position
  }

  /**
   * Visits the fields of the message that starts here and ends at `end`. The caller may read or walk a `bytes` field;
   * otherwise it is skipped, so gigabytes of tensors are never read.
   */
  async fields(end: number, visit: Visit): Promise<void> {
    const cursor = this.#cursor
    while (cursor.position < end) {
      if (this.#fieldsLeft === 0) throw tooMany()
      this.#fieldsLeft -= 1
      if (!cursor.has(longestFieldHeadBytes)) {
        // This loads as much of a field's head as the file still contains.
        await cursor.load(Math.min(longestFieldHeadBytes, cursor.remainingBytes))
      }
      const field = this.#field(end)
      if (cursor.position > end) throw overrun()
      const visiting = visit(field)
      if (visiting) {
        if (this.#walksLeft === 0) throw tooMany()
        this.#walksLeft -= 1
        await visiting
      }
      if (field.type === 'bytes') cursor.position = field.end
    }
  }

  /** Reads packed numbers up to `end`, at most `maxCount`. */
  async varints(end: number, maxCount: number): Promise<bigint[]> {
    const values: bigint[] = []
    while (this.#cursor.position < end) {
      if (values.length === maxCount) throw damaged('a list in it is far too long')
      await this.#cursor.load(Math.min(varintMaxBytes, this.#cursor.remainingBytes))
      values.push(this.#varint())
    }
    return values
  }

  /** Reads a text that ends at `end`. */
  async text(end: number, maxBytes: number): Promise<string> {
    const sizeBytes = end - this.#cursor.position
    if (sizeBytes > maxBytes) throw damaged('a name in it is far too long')
    await this.#cursor.load(sizeBytes)
    return this.#cursor.text(sizeBytes)
  }

  #field(end: number): ProtobufField {
    const tag = this.#smallVarint()
    const number = Math.floor(tag / 8)
    if (number < 1 || number > 0x1fff_ffff) throw damaged('a part of it has an impossible number')
    switch (tag % 8) {
      case 0:
        return { number, type: 'varint', value: this.#varint() }
      case 1:
        this.#cursor.skip(8)
        return { number, type: 'fixed' }
      case 2:
        return { number, type: 'bytes', end: this.#endOfBytes(end) }
      case 5:
        this.#cursor.skip(4)
        return { number, type: 'fixed' }
      default:
        throw damaged('a part of it has an impossible type')
    }
  }

  #endOfBytes(end: number): number {
    const length = this.#smallVarint()
    if (length > this.#cursor.remainingBytes) throw truncated()
    const endOfBytes = this.#cursor.position + length
    if (endOfBytes > end) throw overrun()
    return endOfBytes
  }

  #varint(): bigint {
    let value = 0n
    for (let index = 0; index < varintMaxBytes; index += 1) {
      const byte = this.#byte()
      value |= BigInt(byte & 0x7f) << BigInt(7 * index)
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw damaged('a number in it never ends')
  }

  /** Reads a tag or a length. Values above 2^53 are inexact, but no file is that large. */
  #smallVarint(): number {
    let value = 0
    for (let index = 0; index < varintMaxBytes; index += 1) {
      const byte = this.#byte()
      value += (byte & 0x7f) * 2 ** (7 * index)
      if (byte < 0x80) return value
    }
    throw damaged('a number in it never ends')
  }

  #byte(): number {
    if (this.#cursor.remainingBytes === 0) throw truncated()
    return this.#cursor.u8()
  }
}

/** The position at which a nested message or text ends. @throws FormatError if the field has another type */
export function messageEnd(field: ProtobufField): number {
  if (field.type === 'bytes') return field.end
  throw damaged('a part of it has the wrong type')
}

export const damaged = (what: string) => new FormatError(`This ONNX file is damaged: ${what}.`)

const tooMany = () => new FormatError('This ONNX file has more parts than any real model.')

const overrun = () => damaged('a part of it is longer than the whole')
