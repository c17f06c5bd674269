import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'

export type Person = {
  home: string
  /** The user that root becomes with `su -`. Absent: a login shell of the current user, with another home. */
  user?: string
  /** The folders with programs that are first on the PATH. */
  programs: string[]
}

/**
 * Runs a command in a login shell, whose profile sets what real profiles set, until it prints that the console is ready
 * or ends.
 *
 * @returns the output, and a function that stops the command and everything that it has started
 */
export async function runInShell(
  { home, user, programs }: Person,
  folder: string,
  profile: string[],
  command = 'npm start',
): Promise<{ output: string; end: () => Promise<string> }> {
  const first = `export PATH=${[...programs, '/usr/local/bin', '/usr/bin', '/bin'].map(quote).join(':')}`
  writeFileSync(path.join(home, '.profile'), `${[first, ...profile].join('\n')}\n`)
  const line = `cd ${quote(folder)} && exec ${command}`
  const child = user
    ? spawn('su', ['-', user, '-c', line], { stdio: ['ignore', 'pipe', 'pipe'] })
    : spawn('sh', ['-l', '-c', line], { stdio: ['ignore', 'pipe', 'pipe'], env: { HOME: home } })
  let output = ''
  const isReady = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('Health Console is ready')) isReady.resolve()
    })
  }
  // The output ends when the last process that has it open ends.
  const closed = once(child, 'close')
  const end = async () => {
    child.kill('SIGTERM')
    await closed
    return output
  }
  onTestFinished(async () => void (await end()))
  await Promise.race([isReady.promise, closed])
  return { output, end }
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
