import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { savedTable, tableCorrected, tableShown } from '../../../testing/patients/saved-tables.ts'
import { replaceTable, writeTestTable } from '../../../testing/patients/upload.ts'
import { savedBy, type SpreadsheetProgram } from '../../../testing/spreadsheet/spreadsheet-programs.ts'

// With the programs themselves: npm run test:errors.
test.each<SpreadsheetProgram>(['libreoffice', 'openpyxl'])(
  'a downloaded table that %s opens and saves has no changes',
  async (program) => {
    const testApp = await buildTestApp()
    const session = await signedIn(testApp)
    for (const table of [tableShown, tableCorrected]) {
      expect((await replaceTable(testApp, session, table)).statusCode).toBe(200)
      const downloaded = await session.call('GET', '/v1/hospital-patients/download')
      const saved = savedBy(program, downloaded.rawPayload)
      expect(await writeTestTable(testApp, session, saved)).toMatchObject({
        state: 'ready',
        preview: { unchanged: 219, added: 0, changed: 0, removed: 0, needsConfirmation: false },
      })
      if (table === tableCorrected) writeMissing(savedTable(program), saved)
    }
  },
)

/** This is for the test that does without the programs: delete its files, and they are written again. */
function writeMissing(file: string, saved: Buffer): void {
  if (existsSync(file)) return
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, saved)
}
