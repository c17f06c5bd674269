import { describe, expect, test } from 'vitest'
import { readCode, readRows } from '../../../testing/spreadsheet/read-all.ts'
import { testRejections, type ImportError } from '../../../testing/spreadsheet/rejections.ts'
import {
  mainNamespace,
  makeXlsx,
  relationshipsXml,
  sharedStringsXml,
  sheetXml,
  workbookParts,
  workbookXml,
  zipParts,
  type Parts,
} from '../../../testing/spreadsheet/workbook-parts.ts'

const ordinary = sheetXml('<row r="1"><c r="A1"><v>7</v></c></row>')
const plain = (replaced: Parts = {}): Parts => workbookParts(ordinary, replaced)
const row = (inside: string): Buffer => makeXlsx(`<row r="1">${inside}</row>`)
const withSheet = (sheet: string | Uint8Array): Buffer => zipParts(workbookParts(sheet))

describe('hostile XML', () => {
  const sheetWith = (before: string, value: string): Buffer =>
    withSheet(
      `<?xml version="1.0"?>${before}<worksheet xmlns="${mainNamespace}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${value}</t></is></c></row></sheetData></worksheet>`,
    )
  const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY lol${at + 1} "${`&lol${at};`.repeat(10)}">`).join('')
  const long = 'a'.repeat(1_100_000)
  const deep = (levels: number): string => '<a>'.repeat(levels) + '</a>'.repeat(levels)
  const unusual = (inside: string): Buffer =>
    withSheet(`<worksheet xmlns="${mainNamespace}">${inside}<sheetData/></worksheet>`)
  const cases: ImportError[] = [
    ['billion laughs', sheetWith(`<!DOCTYPE w [<!ENTITY lol0 "lol">${laughs}]>`, '&lol9;'), 'dtd'],
    ['an external entity', sheetWith('<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>', '&x;'), 'dtd'],
    ['an external DTD', sheetWith('<!DOCTYPE w SYSTEM "http://127.0.0.1/x.dtd">', ''), 'dtd'],
    ['a DTD that does not end', withSheet(`<!DOCTYPE w [${'<!-- x -->'.repeat(9)}`), 'malformed'],
    ['a DTD in the workbook', zipParts(plain({ 'xl/workbook.xml': '<!DOCTYPE w><workbook/>' })), 'dtd'],
    ['a DTD in the shared strings', zipParts(plain({ 'xl/sharedStrings.xml': '<!DOCTYPE w><sst/>' })), 'dtd'],
    ['a DTD in the relationships', zipParts(plain({ '_rels/.rels': '<!DOCTYPE w><Relationships/>' })), 'dtd'],
    ['an undeclared entity', sheetWith('', '&x;'), 'malformed'],
    ['a character XML does not have', sheetWith('', '&#0;'), 'malformed'],
    ['UTF-16 with a mark', withSheet(Buffer.from(`\ufeff${ordinary}`, 'utf16le')), 'encoding'],
    ['UTF-16 without a mark', withSheet(Buffer.from(ordinary, 'utf16le')), 'encoding'],
    ['another encoding by name', withSheet(ordinary.replace('UTF-8', 'ISO-8859-1')), 'encoding'],
    ['bytes that are not UTF-8', withSheet(Buffer.from(ordinary.replace('7', '\xe9'), 'latin1')), 'encoding'],
    [
      'a character cut in half at the end',
      withSheet(Buffer.concat([Buffer.from(ordinary), Buffer.from([0xe2, 0x82])])),
      'encoding',
    ],
    ['XML that is cut off', withSheet(ordinary.slice(0, -20)), 'malformed'],
    ['XML that is cut off inside a tag', withSheet(ordinary.slice(0, ordinary.indexOf('<v') + 2)), 'malformed'],
    ['an empty part', withSheet(''), 'malformed'],
    ['tags that do not match', withSheet(ordinary.replace('</row>', '</raw>')), 'malformed'],
    ['two roots', withSheet(`${ordinary}<worksheet/>`), 'malformed'],
    ['one attribute twice', row('<c r="A1" r="B1"><v>1</v></c>'), 'malformed'],
    ['a long text', sheetWith('', long), 'token_too_large', { cellChars: Infinity }],
    ['a long text outside of cells', unusual(`<x>${long}</x>`), 'token_too_large'],
    ['a long text of references', unusual(`<x>${'&amp;'.repeat(300_000)}</x>`), 'token_too_large'],
    ['a long attribute', unusual(`<x a="${long}"/>`), 'token_too_large'],
    [
      'many attributes',
      unusual(`<x ${Array.from({ length: 150_000 }, (_, at) => `a${at}="" `).join('')}/>`),
      'token_too_large',
    ],
    ['a long name', unusual(`<${long}/>`), 'token_too_large'],
    ['a long comment', unusual(`<!--${long}-->`), 'token_too_large'],
    ['a long CDATA section', unusual(`<x><![CDATA[${long}]]></x>`), 'token_too_large'],
    ['a long instruction', unusual(`<?x ${long}?>`), 'token_too_large'],
    ['elements 65 deep', unusual(deep(64)), 'too_deep'],
    ['elements 10,000 deep', unusual(deep(10_000)), 'too_deep'],
  ]
  testRejections(cases)

  test('elements with 64 levels are read', async () => {
    expect(await readCode(unusual(deep(63)))).toBe('read')
  })
})

describe('inconsistent workbooks', () => {
  const targeting = (target: string, isExternal = false): Buffer =>
    zipParts(
      plain({
        'xl/_rels/workbook.xml.rels': relationshipsXml([{ id: 'rId1', kind: 'worksheet', target, isExternal }]),
      }),
    )
  const strings = (text: string, index: string): Buffer =>
    makeXlsx(`<row><c t="s"><v>${index}</v></c></row>`, { 'xl/sharedStrings.xml': sharedStringsXml([text]) })
  const cases: ImportError[] = [
    ['no sheets', zipParts(plain({ 'xl/workbook.xml': workbookXml([]) })), 'no_worksheet'],
    [
      'only hidden sheets',
      zipParts(plain({ 'xl/workbook.xml': workbookXml([{ name: 'S', id: 'rId1', state: 'hidden' }]) })),
      'no_worksheet',
    ],
    [
      'a sheet without a relationship',
      zipParts(plain({ 'xl/workbook.xml': workbookXml([{ name: 'S', id: 'rId9' }]) })),
      'malformed',
    ],
    ['an invalid workbook part', zipParts(plain({ 'xl/workbook.xml': ordinary })), 'malformed'],
    ['an invalid worksheet part', withSheet('<chartsheet/>'), 'malformed'],
    ['an invalid shared strings part', zipParts(plain({ 'xl/sharedStrings.xml': ordinary })), 'malformed'],
    ['a worksheet without rows', withSheet(`<worksheet xmlns="${mainNamespace}"/>`), 'malformed'],
    ['rows twice', withSheet(`<worksheet xmlns="${mainNamespace}"><sheetData/><sheetData/></worksheet>`), 'malformed'],
    ['a sheet in another file', targeting('http://example.com/sheet1.xml', true), 'malformed'],
    ['a target outside the file', targeting('../../../etc/passwd'), 'missing_part'],
    ['a target with a drive', targeting('c:\\sheet1.xml'), 'missing_part'],
    ['a target that is a folder', targeting('/'), 'missing_part'],
    ['a shared string past the list', strings('a', '1'), 'bad_shared_string'],
    ['a shared string before the list', strings('a', '-1'), 'bad_shared_string'],
    ['a shared string by a name of every object', strings('a', 'length'), 'bad_shared_string'],
    ['a shared string with too many characters', strings('a'.repeat(32_768), '0'), 'cell_too_long'],
    [
      'shared strings that need too much memory',
      strings('a'.repeat(1000), '0'),
      'shared_strings_too_large',
      { sharedStringsBytes: 1000 },
    ],
    [
      'many empty shared strings',
      makeXlsx('', { 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(1000)}</sst>` }),
      'shared_strings_too_large',
      { sharedStringsBytes: 9000 },
    ],
  ]
  testRejections(cases)
})

describe('inconsistent cells', () => {
  const cases: ImportError[] = [
    [
      'a value in the last cell of the sheet',
      makeXlsx('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
      'too_many_columns',
    ],
    ['a value in column 257', row('<c r="IW1"><v>1</v></c>'), 'too_many_columns'],
    ['a column past the last', row('<c r="AAAA1"><v>1</v></c>'), 'bad_reference'],
    ['a row past the last', makeXlsx('<row r="1048577"/>'), 'bad_reference'],
    ['a row that follows the last', makeXlsx('<row r="1048576"/><row/>'), 'bad_reference'],
    ['row 0', makeXlsx('<row r="0"/>'), 'bad_reference'],
    ['a row reference that is not a number', makeXlsx('<row r="1e3"/>'), 'bad_reference'],
    ['a row number of many digits', makeXlsx(`<row r="${'9'.repeat(400)}"/>`), 'bad_reference'],
    ['rows out of order', makeXlsx('<row r="2"/><row r="1"/>'), 'bad_reference'],
    ['a row twice', makeXlsx('<row r="2"/><row r="2"/>'), 'bad_reference'],
    ['cells out of order', row('<c r="B1"/><c r="A1"/>'), 'bad_reference'],
    ['a cell twice', row('<c r="A1"><v>1</v></c><c r="A1"><v>2</v></c>'), 'bad_reference'],
    ['a cell of another row', row('<c r="A2"/>'), 'bad_reference'],
    ['a reference without letters', row('<c r="1"/>'), 'bad_reference'],
    ['a reference without digits', row('<c r="A"/>'), 'bad_reference'],
    ['an empty reference', row('<c r=""/>'), 'bad_reference'],
    ['an invalid number', row('<c><v>abc</v></c>'), 'bad_value'],
    ['a hexadecimal number', row('<c><v>0x10</v></c>'), 'bad_value'],
    ['infinity', row('<c><v>1e999</v></c>'), 'bad_value'],
    ['an invalid boolean', row('<c t="b"><v>2</v></c>'), 'bad_value'],
    ['an invalid date', row('<c t="d"><v>2026-02-30</v></c>'), 'bad_value'],
    ['an unknown type', row('<c t="x"><v>1</v></c>'), 'bad_value'],
    [
      'a text with too many characters',
      row(`<c t="inlineStr"><is><t>${'a'.repeat(32_768)}</t></is></c>`),
      'cell_too_long',
    ],
    [
      'runs with too many characters',
      row(`<c t="inlineStr"><is>${`<r><t>${'a'.repeat(20_000)}</t></r>`.repeat(2)}</is></c>`),
      'cell_too_long',
    ],
    ['a number with too many characters', row(`<c><v>${'1'.repeat(32_768)}</v></c>`), 'cell_too_long'],
    ['two values', row('<c><v>1</v><v>2</v></c>'), 'malformed'],
    ['two inline texts', row('<c t="inlineStr"><is><t>1</t></is><is><t>2</t></is></c>'), 'malformed'],
    ['markup inside a value', row('<c><v>1<b/>2</v></c>'), 'malformed'],
    ['a row of something else', row('<d/>'), 'malformed'],
    ['something other than a row', makeXlsx('<raw r="1"/>'), 'malformed'],
  ]
  testRejections(cases)
})

test('a message says what to do, contains the cell’s position and does not repeat its content', async () => {
  const source = row('<c r="A1"><v>1</v></c><c r="C1"><v>Jane Roe</v></c>')
  const error: unknown = await readRows(source).catch((caught: unknown) => caught)
  expect(error).toHaveProperty('code', 'bad_value')
  expect(error).toHaveProperty('message', expect.stringMatching(/^Cell C1 .*Correct the cell and try again\.$/))
  expect(String(error)).not.toContain('Jane')
})

test('rejections for size are distinguished from those for content', async () => {
  await expect(readRows(zipParts(plain()), { fileBytes: 10 })).rejects.toHaveProperty('isTooLarge', true)
  await expect(readRows(row('<d/>'))).rejects.toHaveProperty('isTooLarge', false)
})
