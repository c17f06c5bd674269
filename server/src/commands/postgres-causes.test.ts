import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../testing/engines.ts'
import { programs } from '../../testing/server-process.ts'

test('commands and the server distinguish a missing password, a wrong one and a missing database', async () => {
  const place = await emptyDatabase()
  onTestFinished(() => place.remove())
  const key = path.join(place.dataDir, 'key')
  writeFileSync(key, Buffer.alloc(32).toString('base64'))
  const causeOf = (program: string, args: string[], change: (url: URL) => void) => {
    const url = new URL(inject('postgres').serverUrl)
    change(url)
    const settings = { DATA_DIR: place.dataDir, SECRET_KEY_FILE: key, DATABASE_URL: url.href, MAIL_DELIVERY: 'off' }
    const env = { PATH: process.env['PATH'] ?? '', ...settings }
    return promisify(execFile)(process.execPath, [program, ...args], { env }).then(
      ({ stdout }) => stdout,
      ({ stderr }: { stderr: string }) => stderr,
    )
  }
  for (const [program, args] of [
    [programs.commands, ['list-admins']],
    [programs.server, []],
  ] as const) {
    const cause = (change: (url: URL) => void) => causeOf(program, [...args], change)
    expect(await cause((url) => (url.password = ''))).toMatch(
      /PostgreSQL requires a password for the database postgres on \S+, and none is set: set DATABASE_PASSWORD or/,
    )
    expect(await cause((url) => (url.password = 'wrong'))).toContain(
      'PostgreSQL rejects the user or the password for the database',
    )
    expect(await cause((url) => (url.pathname = '/nowhere'))).toMatch(/There is no database nowhere on \S+\. Create it/)
  }
})
