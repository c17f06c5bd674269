/** The error for a file that is rejected for its size (HTTP 413) and not for its content (422). */
const sizeCodes = [
  'file_too_large',
  'content_too_large',
  'compression_ratio',
  'too_many_parts',
  'token_too_large',
  'shared_strings_too_large',
] as const

export type SpreadsheetErrorCode =
  | (typeof sizeCodes)[number]
  | 'not_xlsx'
  | 'old_format'
  | 'protected'
  | 'damaged'
  | 'duplicate_part'
  | 'unsupported_compression'
  | 'missing_part'
  | 'no_worksheet'
  | 'encoding'
  | 'dtd'
  | 'malformed'
  | 'bad_reference'
  | 'bad_shared_string'
  | 'bad_value'
  | 'too_deep'
  | 'too_many_columns'
  | 'cell_too_long'
  | 'time_limit'

/** The only error for a file that cannot be read. The message is for the user who chose it and contains no cell. */
export class SpreadsheetError extends Error {
  override readonly name = 'SpreadsheetError'
  readonly code: SpreadsheetErrorCode

  constructor(code: SpreadsheetErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }

  get isTooLarge(): boolean {
    return sizeCodes.some((code) => code === this.code)
  }
}

const saveAgain = 'Open it in Excel or LibreOffice, save it again as .xlsx and try that file.'

/** Describes the faulty part of the file and what to do about it. */
export function damaged(what: string, cause?: unknown): SpreadsheetError {
  return new SpreadsheetError('damaged', `The file is damaged or incomplete: ${what}. ${saveAgain}`, { cause })
}

export function malformed(what: string, cause?: unknown): SpreadsheetError {
  return new SpreadsheetError('malformed', `The file isn’t a valid spreadsheet: ${what}. ${saveAgain}`, { cause })
}
