/** Appends bytes, with numbers in little-endian order. */
export class ByteWriter {
  #parts: Uint8Array[] = []
  #sizeBytes = 0

  get sizeBytes(): number {
    return this.#sizeBytes
  }

  bytes(bytes: Uint8Array): this {
    this.#parts.push(bytes)
    this.#sizeBytes += bytes.byteLength
    return this
  }

  text(text: string): this {
    return this.bytes(new TextEncoder().encode(text))
  }

  u32(value: number): this {
    const bytes = new Uint8Array(4)
    new DataView(bytes.buffer).setUint32(0, value, true)
    return this.bytes(bytes)
  }

  u64(value: number | bigint): this {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true)
    return this.bytes(bytes)
  }

  zeros(count: number): this {
    return this.bytes(new Uint8Array(count))
  }

  finish(): Uint8Array<ArrayBuffer> {
    return concat(this.#parts)
  }
}

export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sizeBytes, part) => sizeBytes + part.byteLength, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.byteLength
  }
  return whole
}
