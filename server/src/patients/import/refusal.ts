import type { ErrorBody, ErrorCode } from '@health-console/contract/errors.ts'
import { ApiError } from '../../http/errors.ts'

/** Why a file is not imported, in the words its owner reads; plain data, since it crosses threads. */
export type Refusal = { code: ErrorCode } & Pick<ErrorBody['error'], 'message' | 'faults' | 'faultCount'>

/** Thrown while a file is read. */
export class RefusedFile extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

export const refuse = (message: string) => new RefusedFile({ code: 'unprocessable', message })

/** The answer to a caller whose file was refused. */
export function refusedError({ code, message, faults, faultCount }: Refusal): ApiError {
  return new ApiError(code, message, {
    ...((code === 'unprocessable' || code === 'too_large') && { fields: [{ path: 'file', message }] }),
    ...(faults && faultCount !== undefined && { fileFaults: { faults, faultCount } }),
    ...(code === 'unavailable' && { retryAfterSeconds: 5 }),
  })
}
