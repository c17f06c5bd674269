import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** An empty home for a browser: everything that it writes is below it. */
export type Profile = { home: string; downloads: string }

export function makeProfile(): Profile {
  const home = mkdtempSync(path.join(tmpdir(), 'console-browser-'))
  const downloads = path.join(home, 'Downloads')
  mkdirSync(downloads)
  return { home, downloads }
}

/** Starts a program that ends with the tests. */
export function launch(program: string, parameters: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(program, parameters, {
    // Its helpers belong to its group, which ends as a whole.
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', TZ: 'America/Los_Angeles', ...env },
  })
  process.once('exit', () => endGroup(child))
  return child
}

export async function end(children: ChildProcess[], { home }: Profile): Promise<void> {
  for (const child of children) {
    const exited = once(child, 'exit')
    if (child.exitCode !== null || child.signalCode !== null) continue
    endGroup(child)
    await exited
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** Calls until the result is not undefined. @throws Error after a minute */
export async function until<T>(what: string, call: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const giveUpAtMs = performance.now() + 60_000
  for (;;) {
    const value = await call()
    if (value !== undefined) return value
    if (performance.now() > giveUpAtMs) throw new Error(`Nothing came within a minute: ${what}`)
    await wait(50)
  }
}
