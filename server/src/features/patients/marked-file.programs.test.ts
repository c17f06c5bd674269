import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { patientsWith, workbook, writeTestTable } from '../../../testing/patients/upload.ts'
import { filledBy, savedBy } from '../../../testing/spreadsheet/spreadsheet-programs.ts'

test.each(['libreoffice', 'openpyxl'] as const)(
  'a marked file that is corrected and saved by %s is imported',
  async (program) => {
    const testApp = await buildTestApp()
    const session = await signedIn(testApp)
    const wrong = patientsWith(40, { 2: { age: 'about ten' }, 5: { memberId: 3.1e17 }, 7: { height: '=SUM(A1)' } })
    const rejected = await writeTestTable(testApp, session, workbook(wrong))
    expect(rejected).toMatchObject({ state: 'rejected', error: { errorCount: 3 } })
    const marked = (await session.call('GET', `/v1/patient-imports/${rejected.id}/marked-file`)).rawPayload
    // The first column contains the reasons. A long number stays one, so that no one imports its lost digits.
    expect(await writeTestTable(testApp, session, savedBy(program, marked))).toMatchObject({
      error: { errors: [{ row: 4 }, { row: 7, column: 'Member ID' }, { row: 9 }] },
    })
    const corrected = savedBy(program, filledBy(marked, { E4: 10, B7: 6, F9: 171.5 }))
    const staged = await writeTestTable(testApp, session, corrected)
    expect(staged).toMatchObject({ state: 'ready', preview: { rowsInFile: 40, findings: [] } })
    expect((await session.call('POST', `/v1/patient-imports/${staged.id}/confirm`)).statusCode).toBe(200)
    const { data } = (await session.call('GET', '/v1/hospital-patients')).json()
    expect(data.data[2]).toMatchObject({ memberId: '3', age: 10 })
    expect(data.data[7]).toMatchObject({ height: 171.5 })
  },
)
