/** A file of known size with random access: an object in the storage, a Blob in the browser, an array in a test. */
export type ByteSource = {
  sizeBytes: number
  /** Returns exactly `length` bytes from `offset`; callers never read past the end. */
  read(offset: number, length: number): Promise<Uint8Array>
}
