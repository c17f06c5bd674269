import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSettingsFile } from '../bin/settings-file.js'

function read(content: string | Buffer) {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'console.env')
  writeFileSync(file, content)
  return readSettingsFile('--settings', file)
}

test('a byte order mark, CRLF, comments, quotes and export are accepted in a settings file', () => {
  const lines = [
    '# a comment with "quotes',
    '',
    "export DATABASE_URL='postgres://a:b#c@db/console'",
    ' PORT = 4000 ',
    'HOST="::1" # loopback',
    'PRODUCT_NAME=\'A \\ "b" `c` $d\'',
    'EMPTY=',
  ]
  const settings = {
    DATABASE_URL: 'postgres://a:b#c@db/console',
    PORT: '4000',
    HOST: '::1',
    PRODUCT_NAME: 'A \\ "b" `c` $d',
    EMPTY: '',
  }
  for (const end of ['\n', '\r\n'])
    for (const mark of ['', '\uFEFF']) expect(read(mark + lines.join(end))).toEqual(settings)
})

test.each([
  ['a value that one program cuts at the #', 'PASSWORD=ab#c'],
  ['a comment behind a value without quotes', 'PORT=4000 # web'],
  ['a backslash, which only some programs keep', 'PASSWORD=a\\nb'],
  ['a backslash between double quotes', 'PASSWORD="a\\nb"'],
  ['a quote that is not closed', "PASSWORD='ab"],
  ['a quote within a value', "PASSWORD=ab'c"],
  ['text behind the closing quote', "PASSWORD='ab'c"],
  ['a line without an equals sign', 'PASSWORD'],
  ['a name that no setting can have', 'MY-PASSWORD=ab'],
  ['a byte order mark within a file that was put together', "\uFEFFPASSWORD='ab'"],
  ['a space without a break before a name', "\u00A0PASSWORD='ab'"],
  ['a space without a break behind a name', "PASSWORD\u00A0='ab'"],
  ['a space without a break behind a value', 'PASSWORD=ab\u00A0'],
])('the error for %s contains the line number but not the value', (_what, line) => {
  expect(() => read(`PORT=4000\n${line}\nHOST=::1`)).toThrow(
    /^Line 2 of \S+console\.env is not clear\. (Put the value between single quotes|Write NAME='value')\.$/,
  )
})

test('a settings file in another encoding is rejected', () => {
  expect(() => read(Buffer.from('\uFEFFPORT=4000\n', 'utf16le'))).toThrow('is not text in UTF-8')
  expect(() => read(Buffer.from('PRODUCT_NAME=Zürich', 'latin1'))).toThrow('is not text in UTF-8')
})
