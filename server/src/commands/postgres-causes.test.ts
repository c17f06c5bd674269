// @module-tag postgres

import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../testing/engines/engines.ts'
import { runHere } from '../../testing/processes/run-console.ts'
import { programs } from '../../testing/processes/server-process.ts'

test('commands and the server distinguish a missing password, a wrong one and a missing database', async () => {
  const place = await emptyDatabase()
  onTestFinished(() => place.remove())
  const key = path.join(place.dataDir, 'key')
  writeFileSync(key, Buffer.alloc(32).toString('base64'))
  const ofCommand = async (settings: Record<string, string>) => (await runHere(['list-admins'], settings)).stderr
  const ofServer = (settings: Record<string, string>) =>
    promisify(execFile)(process.execPath, [programs.server], {
      env: { PATH: process.env['PATH'] ?? '', ...settings },
    }).then(
      ({ stdout }) => stdout,
      ({ stderr }: { stderr: string }) => stderr,
    )
  for (const printed of [ofCommand, ofServer]) {
    const cause = (change: (url: URL) => void) => {
      const url = new URL(inject('postgres').serverUrl)
      change(url)
      return printed({
        DATA_DIR: place.dataDir,
        SECRET_KEY_FILE: key,
        DATABASE_URL: url.href,
        MAIL_DELIVERY: 'off',
      })
    }
    expect(await cause((url) => (url.password = ''))).toMatch(
      /PostgreSQL requires a password for the database postgres on \S+, and none is set: set DATABASE_PASSWORD or/,
    )
    expect(await cause((url) => (url.password = 'wrong'))).toContain(
      'PostgreSQL rejects the user or the password for the database',
    )
    expect(await cause((url) => (url.pathname = '/nowhere'))).toMatch(/There is no database nowhere on \S+\. Create it/)
  }
})
