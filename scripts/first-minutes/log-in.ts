import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'

export type Person = {
  home: string
  /** The user that root becomes by `su -`; none: a login shell of this user, with another home. */
  user?: string
  /** The folders of programs that come first. */
  programs: string[]
}

/**
 * Runs a command in a login shell, whose profile sets what people's profiles set, until it says that the console is
 * ready or ends.
 *
 * @returns what was said, and a function that ends it with all that it has started
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
  // Its output ends with the last process that holds it.
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
