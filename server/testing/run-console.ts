import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { TestApp } from './build-app.ts'
import { databaseSettings } from './database-settings.ts'
import { programs } from './server-process.ts'

/** Runs the real command in its own process, while the server has the database open. */
export async function runConsole({ context: { config } }: TestApp, args: string[], input = '') {
  const env = { ...process.env, ...databaseSettings(config) }
  const running = promisify(execFile)(process.execPath, [programs.commands, ...args], { env })
  running.child.stdin?.end(input)
  try {
    const { stdout } = await running
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, output: stderr.replace(/^Console http.*, database .*\n/, '') }
  }
}
