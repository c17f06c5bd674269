import { UploadBusyError } from './errors.ts'

/**
 * Tracks the parts being written. A part that is still being written when its upload is completed would change the
 * finished object, because the open file is the same under its new name. So each part enters a gate, and completing the
 * upload closes it.
 */
export class PartGates {
  readonly #writing = new Map<string, number>()
  readonly #closed = new Set<string>()

  async pass<T>(uploadId: string, work: () => Promise<T>): Promise<T> {
    if (this.#closed.has(uploadId)) throw new UploadBusyError('The upload is being completed. Try again in a moment.')
    this.#writing.set(uploadId, (this.#writing.get(uploadId) ?? 0) + 1)
    try {
      return await work()
    } finally {
      const left = (this.#writing.get(uploadId) ?? 0) - 1
      if (left > 0) this.#writing.set(uploadId, left)
      else this.#writing.delete(uploadId)
    }
  }

  async close<T>(uploadId: string, work: () => Promise<T>): Promise<T> {
    if (this.#writing.has(uploadId))
      throw new UploadBusyError('A part of the upload is still arriving. Try again in a moment.')
    if (this.#closed.has(uploadId)) throw new UploadBusyError('The upload is being completed. Try again in a moment.')
    this.#closed.add(uploadId)
    try {
      return await work()
    } finally {
      this.#closed.delete(uploadId)
    }
  }
}
