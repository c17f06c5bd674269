import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A program with which users open and save a downloaded table. */
export type SpreadsheetProgram = 'libreoffice' | 'openpyxl'

const openpyxl = 'import sys, openpyxl; openpyxl.load_workbook(sys.argv[1]).save(sys.argv[2])'

/** The file as the program saves it. */
export function savedBy(program: SpreadsheetProgram, file: Buffer): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'saved-by-'))
  const [original, saved] = [path.join(folder, 'table.xlsx'), path.join(folder, 'saved')]
  try {
    mkdirSync(saved)
    writeFileSync(original, file)
    if (program === 'libreoffice') {
      const profile = `-env:UserInstallation=file://${folder}/profile`
      execFileSync('soffice', [profile, '--headless', '--convert-to', 'xlsx', '--outdir', saved, original])
    } else {
      // This Python has Debian's packages.
      execFileSync('/usr/bin/python3', ['-c', openpyxl, original, path.join(saved, 'table.xlsx')])
    }
    return readFileSync(path.join(saved, 'table.xlsx'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
