import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RunningServer } from './server.ts'

export type User = {
  id: string
  memberId: string
  firstName?: string
  lastName?: string
  dateOfBirth?: string
  email?: string
}

export type StoredReport = { reportId: string; generatedAt: number; [field: string]: unknown }

/** Imports users into a running server with `bin/console import-users`. */
export async function importUsers(server: RunningServer, users: User[]): Promise<void> {
  await importLines(
    server,
    'import-users',
    users.map((user) => JSON.stringify(user)),
  )
}

/** @param reports by the IDs of their users; a string is the exact JSON text of a report */
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

/** Returns `count` users whose order in the list follows their numbers. */
export function numberedUsers(count: number): User[] {
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
