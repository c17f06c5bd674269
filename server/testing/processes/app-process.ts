import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { TestApp } from '../build-app.ts'
import { databaseSettings } from '../engines/database-settings.ts'

const program = fileURLToPath(new URL('./app-program.ts', import.meta.url))
/** This is the same as in the start command, because most of a start is compiling. */
const compiled = fileURLToPath(new URL('../../../.cache/compiled', import.meta.url))

export type AppProcess = { origin: string; child: ChildProcess }

/** The real app in a separate process, on the test's database. It is stopped when the test ends, if not before. */
export async function startAppProcess(
  { context }: Pick<TestApp, 'context'>,
  execArgv: string[],
  otherSettings: Record<string, string> = {},
): Promise<AppProcess> {
  const settings = { ...databaseSettings(context.config), ...otherSettings, NODE_COMPILE_CACHE: compiled }
  const child = fork(program, { execArgv, env: { ...process.env, ...settings } })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { origin: `http://127.0.0.1:${port}`, child }
}
