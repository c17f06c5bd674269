import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RunningServer } from './server.ts'

export type Person = {
  id: string
  memberId: string
  firstName?: string
  lastName?: string
  dateOfBirth?: string
  email?: string
}

export type StoredReport = { reportId: string; generatedAt: number; [field: string]: unknown }

/** Imports end users into a running server with the operator command. */
export async function importPeople(server: RunningServer, people: Person[]): Promise<void> {
  await importLines(
    server,
    'import-users',
    people.map((person) => JSON.stringify(person)),
  )
}

/** @param reports by the IDs of their users; a text is the JSON of one, as it is written */
export async function importReports(
  server: RunningServer,
  reports: Record<string, (StoredReport | string)[]>,
): Promise<void> {
  const lines = Object.entries(reports).flatMap(([userId, ofUser]) =>
    ofUser.map((report) => {
      const json = typeof report === 'string' ? report : JSON.stringify(report)
      return `{"userId":${JSON.stringify(userId)},"report":${json}}`
    }),
  )
  await importLines(server, 'import-reports', lines)
}

/** `count` people whose order in the list follows their numbers. */
export function numberedPeople(count: number): Person[] {
  return Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(3, '0')
    return {
      id: `person-${number}`,
      memberId: `HM-2${number}`,
      firstName: `Given${number}`,
      lastName: `Family${number}`,
      dateOfBirth: '1980-03-07',
      email: `person${number}@mail.example`,
    }
  })
}

async function importLines(server: RunningServer, command: string, lines: string[]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-e2e-lines-'))
  try {
    const file = path.join(folder, 'lines.ndjson')
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
    await server.runConsole([command, file])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
