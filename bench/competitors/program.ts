import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

const startTimeoutMs = 180_000

/** Starts a server and waits until it responds. It ends with this process. */
export async function startProgram(
  [program = '', ...parameters]: string[],
  { folder, env, url }: { folder: string; env: Record<string, string>; url: string },
): Promise<{ stop(): Promise<void> }> {
  const child = spawn(program, parameters, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  const exited = once(child, 'exit')

  const giveUpAt = performance.now() + startTimeoutMs
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() > giveUpAt) {
      child.kill('SIGKILL')
      throw new Error(`${program} ${parameters.join(' ')} in ${folder} did not start:\n${output}`)
    }
    await sleep(100)
  }
  return {
    async stop() {
      process.off('exit', killAtExit)
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url)
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
