/** Why a file is not valid for its type. The message is written for the user who chose the file. */
export class FormatError extends Error {
  override readonly name = 'FormatError'
}
