import type { VersionState } from '@health-console/contract/files/files.ts'
import { ApiError, conflict } from '../../../http/errors.ts'

/**
 * The purpose for which the content of a version is requested: for a device, as a download, for a comparison with
 * another version, or for a review before it is approved.
 */
type Purpose = 'device' | 'download' | 'comparison' | 'review'

type Version = {
  number: number
  state: VersionState
  /** Null for a version that was not withdrawn. */
  withdrawnBecause: string | null
}

/** This is the only place that decides which versions may be served. */
const served: Record<Purpose, VersionState> = {
  device: 'published',
  download: 'published',
  comparison: 'published',
  review: 'awaiting_approval',
}

export const isServed = ({ state }: Pick<Version, 'state'>, purpose: Purpose) => served[purpose] === state

/** @throws ApiError for a version that may not be served for this purpose */
export function requireServed(version: Version, purpose: Purpose): void {
  if (!isServed(version, purpose)) throw rejectionOf(version)
}

/** Why the state of a version does not allow it to be served, or to be decided about. */
export function rejectionOf({ number, state, withdrawnBecause }: Version): ApiError {
  switch (state) {
    case 'awaiting_approval':
      return conflict(`Version ${number} is awaiting approval. Read it in its review.`)
    case 'published':
      return conflict(`Version ${number} is already published. Its history shows who decided that.`)
    case 'replaced':
      return conflict(`Another version has replaced version ${number}. Review that one.`)
    case 'rejected':
      return conflict(`Version ${number} was rejected. Its history shows by whom and why.`)
    case 'withdrawn':
      return new ApiError('gone', `Version ${number} was withdrawn: ${withdrawnBecause ?? 'no reason is known'}`)
  }
}
