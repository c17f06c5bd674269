import type { ErrorBody, ErrorCode } from '@health-console/contract/errors.ts'
import type { ImportWarning } from '@health-console/contract/patient-findings.ts'
import type { Engine } from '../../database/engine.ts'
import { errorCode } from '../../database/error-code.ts'
import { ApiError, noDiskSpace } from '../../http/errors.ts'
import { SpreadsheetError } from '../../spreadsheet/errors.ts'
import type { Understood } from './understand.ts'

/** Why a file is not imported, in words for its owner. Plain data, because it is passed between threads. */
export type Refusal = { code: ErrorCode } & Pick<ErrorBody['error'], 'message' | 'faults' | 'faultCount'>

/**
 * Ends an import with a refusal. @param understood how the file was read, where other answers may help
 * @param allFaults beyond the listed ones, and what merely looks wrong, to a bound
 */
export class RefusedImport extends Error {
  readonly refusal: Refusal
  readonly understood: Understood | undefined
  readonly allFaults: readonly ImportWarning[]

  constructor(refusal: Refusal, understood?: Understood, allFaults: readonly ImportWarning[] = []) {
    super(refusal.message)
    this.refusal = refusal
    this.understood = understood
    this.allFaults = allFaults
  }
}

export const refuse = (message: string) => new RefusedImport({ code: 'unprocessable', message })

/** The refusal for an error that ended an import; undefined for an internal error. @param engine when it may be the cause */
export function toRefusal(error: unknown, engine?: Engine): Refusal | undefined {
  if (error instanceof RefusedImport) return error.refusal
  if (error instanceof SpreadsheetError) {
    return { code: error.isTooLarge ? 'too_large' : 'unprocessable', message: error.message }
  }
  if (errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') {
    return {
      code: 'too_large',
      message:
        'The file needs more memory than an import may use. Split it into smaller files, or remove unused sheets and formatting.',
    }
  }
  if (engine?.isFull(error)) {
    const { code, message } = noDiskSpace()
    return { code, message }
  }
  if (engine?.isUnavailable(error)) {
    return { code: 'unavailable', message: 'The database could not be reached. Nothing was changed. Try again.' }
  }
  return undefined
}

/** The answer to a caller whose file was refused. */
export function refusedError({ code, message, faults, faultCount }: Refusal): ApiError {
  return new ApiError(code, message, {
    ...((code === 'unprocessable' || code === 'too_large') && { fields: [{ path: 'file', message }] }),
    ...(faults && faultCount !== undefined && { fileFaults: { faults, faultCount } }),
    ...(code === 'unavailable' && { retryAfterSeconds: 5 }),
  })
}
