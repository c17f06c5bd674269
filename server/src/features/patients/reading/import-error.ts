import type { ErrorBody, ErrorCode, ListedCell } from '@health-console/contract/errors.ts'
import type { ImportWarning } from '@health-console/contract/patients/findings.ts'
import type { Engine } from '../../../core/database/engine.ts'
import { errorCode } from '../../../core/disk/error-code.ts'
import { ApiError, noDiskSpace } from '../../../http/errors.ts'
import { SpreadsheetError } from '../../../core/spreadsheet/errors.ts'
import type { FoundCell } from './value-list.ts'
import type { Understood } from './understand.ts'

/** Why a file is not imported, as a message for its owner. It is plain data, because it is passed between threads. */
export type ImportError = { code: ErrorCode } & Pick<ErrorBody['error'], 'message' | 'errors' | 'errorCount'>

/**
 * Ends an import whose file is rejected.
 * @param understood how the file was read, if other answers may help
 * @param marked all cells with errors and warnings, up to a limit
 */
export class RejectedImport extends Error {
  readonly error: ImportError
  readonly understood: Understood | undefined
  readonly marked: readonly ImportWarning[]

  constructor(error: ImportError, understood?: Understood, marked: readonly ImportWarning[] = []) {
    super(error.message)
    this.error = error
    this.understood = understood
    this.marked = marked
  }
}

export const rejection = (message: string) => new RejectedImport({ code: 'unprocessable', message })

export const noRows = () => rejection('There are no rows below the headings. Nothing was imported.')

/**
 * The message for the owner of the file about an error that ended an import; undefined for an internal one. @param
 * engine if it may be the cause
 */
export function toImportError(error: unknown, engine?: Engine): ImportError | undefined {
  if (error instanceof RejectedImport) return error.error
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
    return { code: 'unavailable', message: 'The database couldn’t be reached. Nothing was changed. Try again.' }
  }
  return undefined
}

/** The response only has what the file shows in the cell. */
const withoutPatient = ({ memberId: _, ...cell }: ListedCell & Pick<FoundCell, 'memberId'>): ListedCell => cell

/** The response to a client whose file was rejected. */
export function rejectedFile({ code, message, errors, errorCount }: ImportError): ApiError {
  return new ApiError(code, message, {
    ...((code === 'unprocessable' || code === 'too_large') && { fields: [{ path: 'file', message }] }),
    ...(errors && errorCount !== undefined && { listedErrors: { errors: errors.map(withoutPatient), errorCount } }),
    ...(code === 'unavailable' && { retryAfterSeconds: 5 }),
  })
}
