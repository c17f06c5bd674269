import { Readable, Writable } from 'node:stream'
import { runCommand } from '../../src/run-command.ts'
import type { TestApp } from '../build-app.ts'
import { databaseSettings } from '../engines/database-settings.ts'

/**
 * Runs a command as `bin/console` does, but in this process, because starting one costs more than most commands.
 * @param env all its settings
 */
export async function runHere(args: string[], env: Record<string, string>, input = '') {
  const printed = { stdout: '', stderr: '' }
  const into = (name: keyof typeof printed) =>
    new Writable({ write: (chunk, _, done) => ((printed[name] += String(chunk)), done()) })
  const terminal = { env, stdin: Readable.from([input]), stdout: into('stdout'), stderr: into('stderr') }
  const code = await runCommand(args, terminal)
  return { code, ...printed }
}

/** Runs a command on the console of a test, while its server has the database open. */
export async function runConsole({ context: { config } }: TestApp, args: string[], input = '') {
  const { code, stdout, stderr } = await runHere(args, databaseSettings(config), input)
  return { code, output: code === 0 ? stdout : stderr.replace(/^Console http.*, database .*\n/, '') }
}
