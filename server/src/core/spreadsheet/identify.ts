import type { ByteSource } from './byte-source.ts'
import { damaged, SpreadsheetError } from './errors.ts'

const zipStart = Buffer.from('PK')
const compoundFileStart = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')

/** The error for a file that does not open as a zip archive. */
export async function explainNotZip(source: ByteSource, cause: unknown): Promise<SpreadsheetError> {
  const head = await source.bytes(0, 512)
  if (head.length === 0) return new SpreadsheetError('not_xlsx', 'The file is empty. Choose an .xlsx file.', { cause })
  if (head.subarray(0, 8).equals(compoundFileStart)) return explainCompoundFile(source, head)
  if (head.subarray(0, 2).equals(zipStart)) return damaged('its end is missing or has been changed', cause)
  return new SpreadsheetError(
    'not_xlsx',
    'The file isn’t an .xlsx spreadsheet, whatever its name. Open it in Excel or LibreOffice and save it as .xlsx.',
    { cause },
  )
}

/** Excel wraps a password-protected workbook in the container of the old .xls format; its directory distinguishes them. */
async function explainCompoundFile(source: ByteSource, head: Buffer): Promise<SpreadsheetError> {
  const sectorBytes = head.length >= 52 && head.readUInt16LE(30) === 12 ? 4096 : 512
  const directorySector = head.length >= 52 ? head.readUInt32LE(48) : 0
  const directory = await source.bytes((directorySector + 1) * sectorBytes, 4096)
  if (directory.includes(encryptedPackage)) return protectedError()
  return new SpreadsheetError(
    'old_format',
    'The file is in the old .xls format or is protected by a password. Save it as .xlsx without a password and try again.',
  )
}

export function protectedError(): SpreadsheetError {
  return new SpreadsheetError(
    'protected',
    'The file is protected by a password. Save it without a password and try again.',
  )
}
