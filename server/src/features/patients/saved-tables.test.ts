import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { corrected, savedTable, tableShown } from '../../../testing/patients/saved-tables.ts'
import { replaceTable, writeTestTable } from '../../../testing/patients/upload.ts'

// The files were written by saved-tables.programs.test.ts, in which the programs open and save the current tables.
test.each(['libreoffice', 'openpyxl'] as const)(
  'a table that %s saved differs only in the weight that was corrected in it',
  async (program) => {
    const testApp = await buildTestApp()
    const session = await signedIn(testApp)
    expect((await replaceTable(testApp, session, tableShown)).statusCode).toBe(200)
    const staged = await writeTestTable(testApp, session, readFileSync(savedTable(program)))
    expect(staged).toMatchObject({
      state: 'ready',
      preview: {
        added: 0,
        removed: 0,
        unchanged: 218,
        needsConfirmation: false,
        changes: [{ memberId: corrected.memberId, column: 'weight', next: corrected.weight }],
      },
    })
  },
)
