import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readCode } from '../../../testing/spreadsheet/read-all.ts'
import { testRejections, type ImportError } from '../../../testing/spreadsheet/rejections.ts'
import {
  makeXlsx,
  partEntries,
  relationshipsXml,
  sheetXml,
  workbookParts,
  zipParts,
  type Parts,
} from '../../../testing/spreadsheet/workbook-parts.ts'
import { makeZip, type ZipEntry } from '../../../testing/spreadsheet/zip-writer.ts'

const sheetPart = 'xl/worksheets/sheet1.xml'
const ordinary = sheetXml('<row r="1"><c r="A1"><v>7</v></c></row>')
const plain = (replaced: Parts = {}): Parts => workbookParts(ordinary, replaced)
const withSheet = (sheet: string | Uint8Array): Buffer => zipParts(workbookParts(sheet))

/** The ordinary workbook with changes to its sheet's entry. */
function withSheetEntry(change: Partial<ZipEntry>): Buffer {
  return makeZip(partEntries(plain()).map((entry) => (entry.name === sheetPart ? { ...entry, ...change } : entry)))
}

const file = zipParts(plain())

describe('not an .xlsx archive', () => {
  const compound = (sector: string): Buffer => {
    const bytes = Buffer.alloc(4096)
    Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes)
    bytes.writeUInt16LE(9, 30)
    bytes.writeUInt32LE(1, 48)
    bytes.write(sector, 1024 + 128, 'utf16le')
    return bytes
  }
  const cases: ImportError[] = [
    ['an empty file', Buffer.alloc(0), 'not_xlsx'],
    ['text', Buffer.from('Member ID;Age\n1;50\n'), 'not_xlsx'],
    ['a web page', Buffer.from('<html><table></table></html>'), 'not_xlsx'],
    ['a renamed .xls', compound('Workbook'), 'old_format'],
    ['a workbook with a password', compound('EncryptedPackage'), 'protected'],
    ['a compound file that is cut off', compound('Workbook').subarray(0, 40), 'old_format'],
    ['an archive that is something else', makeZip([{ name: 'content.xml', data: '<office/>' }]), 'not_xlsx'],
    ['an archive without entries', makeZip([]), 'not_xlsx'],
    [
      'an .xlsb',
      zipParts({ '_rels/.rels': relationshipsXml([{ id: 'a', kind: 'officeDocument', target: 'xl/workbook.bin' }]) }),
      'old_format',
    ],
  ]
  testRejections(cases)
})

describe('damaged archives', () => {
  const stored = withSheetEntry({ method: 0 })
  const flipped = Buffer.from(stored)
  flipped[flipped.indexOf('<v>7') + 3] = 0x38
  const garbled = Buffer.from(withSheetEntry({ packed: Buffer.alloc(50, 0xff) }))
  const cases: ImportError[] = [
    ['the end is missing', file.subarray(0, file.length - 30), 'damaged'],
    ['half is missing', file.subarray(0, file.length / 2), 'damaged'],
    ['the beginning is missing', file.subarray(100), 'damaged'],
    ['other bytes follow the end', Buffer.concat([file, Buffer.from('trailing')]), 'damaged'],
    ['other bytes precede the beginning', Buffer.concat([Buffer.from('leading'), file]), 'damaged'],
    ['a byte has changed', flipped, 'damaged'],
    ['a wrong checksum', withSheetEntry({ crc: 1 }), 'damaged'],
    ['invalid deflated data', garbled, 'damaged'],
    ['deflated data that is cut off', withSheetEntry({ packed: deflateRawSync(ordinary).subarray(0, 60) }), 'damaged'],
    [
      'more packed bytes than the data needs',
      withSheetEntry({ packed: Buffer.concat([deflateRawSync(ordinary), Buffer.alloc(9)]) }),
      'damaged',
    ],
    ['a size that is too small', withSheetEntry({ uncompressedSize: 10 }), 'damaged'],
    ['a size that is too large', withSheetEntry({ uncompressedSize: 1_000_000 }), 'damaged'],
    ['a packed size past the end of the file', withSheetEntry({ compressedSize: 1_000_000 }), 'damaged'],
    ['an offset past the end of the file', withSheetEntry({ localHeaderOffset: 4_000_000_000 }), 'damaged'],
    ['an offset to another place', withSheetEntry({ localHeaderOffset: 3 }), 'damaged'],
    ['an end record that counts too many entries', zipParts(plain(), { entryCount: 20 }), 'damaged'],
    ['an entry that leaves the archive', makeZip([{ name: '../../etc/passwd', data: '' }]), 'damaged'],
    ['an absolute entry', makeZip([{ name: '/etc/passwd', data: '' }]), 'damaged'],
    [
      'two entries of one name',
      makeZip([...partEntries(plain()), { name: sheetPart, data: ordinary }]),
      'duplicate_part',
    ],
    [
      'two entries that differ in case',
      makeZip([...partEntries(plain()), { name: sheetPart.toUpperCase(), data: ordinary }]),
      'duplicate_part',
    ],
    ['an encrypted entry', withSheetEntry({ flags: 1 }), 'protected'],
    ['a strongly encrypted entry', withSheetEntry({ flags: 0x41 }), 'protected'],
    ['another compression', withSheetEntry({ method: 12 }), 'unsupported_compression'],
    ['no worksheet part', zipParts(plain({ [sheetPart]: undefined })), 'missing_part'],
    ['no relationships of the workbook', zipParts(plain({ 'xl/_rels/workbook.xml.rels': undefined })), 'missing_part'],
    ['no shared strings part', zipParts(plain({ 'xl/sharedStrings.xml': undefined })), 'missing_part'],
  ]
  testRejections(cases)
})

describe('archives that need too many resources', () => {
  const zeros = Buffer.alloc(40 * 1024 * 1024)
  const bombOf = (root: string): string => `<${root}><cols>${'<col min="1" max="9"/>'.repeat(900_000)}</cols></${root}>`
  const bomb = bombOf('worksheet')
  const lying = { crc: crc32(Buffer.from(ordinary)), uncompressedSize: ordinary.length }
  const many = Array.from({ length: 60_000 }, (_, at) => ({ name: `xl/${at}.xml`, data: '', method: 0 }))
  const cells = '<c><v>1</v></c>'.repeat(3000)
  const cases: ImportError[] = [
    ['a bomb', withSheet(bomb), 'compression_ratio'],
    ['a bomb whose headers lie', withSheetEntry({ packed: deflateRawSync(bomb), ...lying }), 'compression_ratio'],
    ['a stored part that lies about its size', withSheetEntry({ method: 0, uncompressedSize: 1 }), 'damaged'],
    ['a bomb in the shared strings', zipParts(plain({ 'xl/sharedStrings.xml': bombOf('sst') })), 'compression_ratio'],
    ['a bomb in the workbook', zipParts(plain({ 'xl/workbook.xml': bombOf('workbook') })), 'content_too_large'],
    ['a bomb in the styles', zipParts(plain({ 'xl/styles.xml': bombOf('styleSheet') })), 'content_too_large'],
    [
      'a bomb in an unused part is not inflated',
      zipParts(plain({ 'xl/media/1.bmp': zeros })),
      'file_too_large',
      { fileBytes: 100 },
    ],
    [
      'more than the total inflated size',
      makeXlsx(`<row>${cells}</row>`),
      'content_too_large',
      { inflatedBytes: 20_000 },
    ],
    ['60,000 entries', makeZip(many), 'too_many_parts'],
    ['an end record that counts too many parts', zipParts(plain(), { entryCount: 501 }), 'too_many_parts'],
    [
      'a zip64 end record that counts too many parts',
      zipParts(plain(), { entryCount: 2 ** 40, zip64: true }),
      'too_many_parts',
    ],
    ['a file over the size limit', file, 'file_too_large', { fileBytes: file.length - 1 }],
    ['no time left', file, 'time_limit', { timeMs: 0 }],
  ]
  testRejections(cases)

  test('an unused part is not decompressed', async () => {
    expect(await readCode(zipParts(plain({ 'xl/media/1.bmp': zeros })), { inflatedBytes: 50_000 })).toBe('read')
  })
})
