import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { escapeXml } from './workbook-parts.ts'

/** A program with which users open and save a downloaded table. */
export type SpreadsheetProgram = 'libreoffice' | 'openpyxl'

const openpyxl = 'import sys, openpyxl; openpyxl.load_workbook(sys.argv[1]).save(sys.argv[2])'

/** This Python has Debian's packages. */
const python = '/usr/bin/python3'

/** The file as the program saves it. */
export const savedBy = (program: SpreadsheetProgram, file: Buffer): Buffer =>
  withFile(file, ({ original, folder, profile }) => {
    const saved = path.join(folder, 'saved')
    mkdirSync(saved)
    if (program === 'libreoffice') {
      execFileSync('soffice', [profile, '--headless', '--convert-to', 'xlsx', '--outdir', saved, original])
    } else {
      execFileSync(python, ['-c', openpyxl, original, path.join(saved, 'table.xlsx')])
    }
    return readFileSync(path.join(saved, 'table.xlsx'))
  })

/** A day is written as `{ day: '2026-03-05' }`. */
export type TypedCell = string | number | boolean | { day: string }

const fill = `
import sys, json, datetime, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
sheet = book.worksheets[0]
for reference, value in json.loads(sys.argv[2]).items():
    sheet[reference] = datetime.date.fromisoformat(value['day']) if isinstance(value, dict) else value
book.save(sys.argv[1])
`

/** The file with values in cells of its first sheet, which openpyxl writes. */
export const filledBy = (file: Buffer, cells: Readonly<Record<string, TypedCell>>): Buffer =>
  withFile(file, ({ original }) => {
    execFileSync(python, ['-c', fill, original, JSON.stringify(cells)])
    return readFileSync(original)
  })

/** Marks what LibreOffice's "Mark Invalid Data" marks, and writes the cell below the middle of each mark. */
const markInvalid = `
Sub Main(original As String, target As String)
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  document = StarDesktop.loadComponentFromURL(ConvertToURL(original), "_blank", 0, hidden())
  sheet = document.Sheets.getByIndex(0)
  sheet.showInvalid()
  marks = document.DrawPages.getByIndex(0)
  file = FreeFile
  Open target For Output As #file
  For index = 0 To marks.Count - 1
    mark = marks.getByIndex(index)
    x = mark.Position.X + mark.Size.Width / 2
    y = mark.Position.Y + mark.Size.Height / 2
    column = 0
    Do While sheet.getCellByPosition(column + 1, 0).Position.X < x
      column = column + 1
    Loop
    row = 0
    Do While sheet.getCellByPosition(0, row + 1).Position.Y < y
      row = row + 1
    Loop
    Print #file, Chr(65 + column) & (row + 1)
  Next index
  Close #file
  document.close(True)
End Sub
`

/** The cells of the first 26 columns of the first sheet that LibreOffice marks as invalid. */
export const invalidCells = (file: Buffer): string[] =>
  withFile(file, ({ original, folder, profile }) => {
    // The first start creates the profile, with an empty module for macros.
    execFileSync('soffice', [profile, '--headless', '--terminate_after_init'])
    writeFileSync(
      path.join(folder, 'profile/user/basic/Standard/Module1.xba'),
      `<?xml version="1.0" encoding="UTF-8"?>\n<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">${escapeXml(markInvalid)}</script:module>`,
    )
    const target = path.join(folder, 'marks.txt')
    execFileSync('soffice', [profile, '--headless', `macro:///Standard.Module1.Main("${original}","${target}")`])
    return readFileSync(target, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  })

type Place = { folder: string; original: string; profile: string }

function withFile<Result>(file: Buffer, work: (place: Place) => Result): Result {
  const folder = mkdtempSync(path.join(tmpdir(), 'spreadsheet-'))
  const original = path.join(folder, 'table.xlsx')
  try {
    writeFileSync(original, file)
    return work({ folder, original, profile: `-env:UserInstallation=file://${folder}/profile` })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
