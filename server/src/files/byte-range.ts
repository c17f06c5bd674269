import type { ByteRange } from '../storage/storage.ts'

/**
 * The requested range, clipped to the file. Undefined: send everything, also for several ranges and for unknown units.
 * Null: the range begins past the end.
 */
export function readByteRange(header: string | undefined, sizeBytes: number): ByteRange | undefined | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? null : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = Math.min(last === '' ? Infinity : Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= sizeBytes ? null : { start, end }
}
