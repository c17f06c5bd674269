import { patientRows, showRows } from '../patients/rows.ts'
import type { World } from '../sample-calls/sample-call.ts'
import { insertUsers } from '../users/insert-users.ts'
import { createAdmin } from '../factories.ts'
import { longName } from './worst-calls.ts'

/** Fills the lists that requests read. */
export async function fillForWorst({ testApp }: World): Promise<void> {
  await insertUsers(
    testApp,
    Array.from({ length: 1_000 }, (_, index) => ({
      memberId: longName(`m${index}`),
      firstName: longName(`f${index}`),
      lastName: longName(`l${index}`),
      email: 'ada@example.org',
      dateOfBirth: '1980-01-01',
    })),
  )
  await showRows(testApp, patientRows(5_000))
  for (let index = 0; index < 300; index += 1) await createAdmin(testApp)
  const subjects = (entry: number) =>
    Array.from({ length: 1_000 }, (_, index) => `report:${'r'.repeat(180)}${entry}-${index}` as const)
  for (let entry = 0; entry < 60; entry += 1)
    await testApp.context.audit.write([
      {
        action: 'reports.write',
        outcome: 'ok',
        actorId: null,
        sessionId: null,
        address: '::1',
        requestId: 'x',
        subjects: subjects(entry),
      },
    ])
}
