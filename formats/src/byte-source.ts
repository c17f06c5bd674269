/** A file of known size that can be read anywhere: an object in the store, a Blob in the browser, an array in a test. */
export type ByteSource = {
  sizeBytes: number
  /** Gives exactly `length` bytes from `offset`; callers never ask past the end. */
  read(offset: number, length: number): Promise<Uint8Array>
}

export const bytesSource = (bytes: Uint8Array): ByteSource => ({
  sizeBytes: bytes.byteLength,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
})
