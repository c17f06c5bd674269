import { UploadMismatchError } from './errors.ts'

/**
 * A part that is still being written when its upload is completed would change a finished object, because the open
 * file stays the same under its new name. So parts pass a gate, and completing shuts it.
 */
export class PartGates {
  readonly #passing = new Map<string, number>()
  readonly #shut = new Set<string>()

  async pass<T>(uploadId: string, work: () => Promise<T>): Promise<T> {
    if (this.#shut.has(uploadId)) throw new UploadMismatchError('The upload is being completed.')
    this.#passing.set(uploadId, (this.#passing.get(uploadId) ?? 0) + 1)
    try {
      return await work()
    } finally {
      const left = (this.#passing.get(uploadId) ?? 0) - 1
      if (left > 0) this.#passing.set(uploadId, left)
      else this.#passing.delete(uploadId)
    }
  }

  async shut<T>(uploadId: string, work: () => Promise<T>): Promise<T> {
    if (this.#passing.has(uploadId)) throw new UploadMismatchError('A part of the upload is still arriving.')
    if (this.#shut.has(uploadId)) throw new UploadMismatchError('The upload is being completed.')
    this.#shut.add(uploadId)
    try {
      return await work()
    } finally {
      this.#shut.delete(uploadId)
    }
  }
}
