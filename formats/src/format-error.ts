type FormatFault = 'wrong_kind' | 'empty' | 'unsupported' | 'truncated' | 'malformed' | 'too_large'

/** Why a file is not valid for its type. The message is written for the person who chose the file. */
export class FormatError extends Error {
  override readonly name = 'FormatError'
  readonly fault: FormatFault

  constructor(fault: FormatFault, message: string) {
    super(message)
    this.fault = fault
  }
}
