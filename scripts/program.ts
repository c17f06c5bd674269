import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'

export const root = path.dirname(import.meta.dirname)

type Options = { folder?: string; env?: Record<string, string | undefined> }

/** Runs a program, preferably from node_modules, in the root or a folder below it, and captures its output. */
export async function runQuietly(command: string[], options: Options = {}): Promise<{ ok: boolean; output: string }> {
  const child = start(command, options, ['ignore', 'pipe', 'pipe'])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
  return { ok: await succeeds(child), output }
}

/** Runs a program and captures its output. @throws Error with the output if it fails */
export async function runStep(command: string[], options: Options = {}): Promise<string> {
  const { ok, output } = await runQuietly(command, options)
  if (!ok) throw new Error(`${command.join(' ')} failed in ${options.folder ?? root}:\n${output.trimEnd()}`)
  return output
}

/** The signals that stop a run: Ctrl+C, a supervisor, a closed terminal. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const graceMs = 20_000
const hasGroups = process.platform !== 'win32'

/**
 * Like `runQuietly`, but stops the program after its time limit, and shows the output as it arrives, or writes it to a
 * log file if one is specified. `onLine` gets what it writes to descriptor 3, line by line. Processes that the program leaves behind, such as busy workers, are ended with it.
 */
export async function runLimited(
  command: string[],
  {
    limitMs,
    log,
    onLine,
    ...options
  }: Options & { limitMs?: number; log?: string; onLine?: (line: string) => void } = {},
): Promise<boolean> {
  const output = log === undefined ? undefined : openSync(log, 'w')
  const env = { ...options.env, ...(onLine && { REPORTS_FAILURES: '1' }) }
  const stdio: StdioOptions = ['ignore', output ?? 'inherit', output ?? 'inherit', onLine ? 'pipe' : 'ignore']
  const child = start(command, { ...options, env }, stdio, hasGroups)
  const lines = child.stdio[3]
  if (onLine && lines instanceof Readable) createInterface({ input: lines }).on('line', onLine)
  // The programs clean up on SIGINT.
  const interrupt = () => child.kill('SIGINT')
  for (const signal of stopSignals) process.on(signal, interrupt)
  const limits =
    limitMs === undefined
      ? []
      : [setTimeout(interrupt, limitMs), setTimeout(() => child.kill('SIGKILL'), limitMs + graceMs)]
  try {
    return await succeeds(child)
  } finally {
    for (const signal of stopSignals) process.off(signal, interrupt)
    if (hasGroups) endGroup(child)
    limits.forEach(clearTimeout)
    if (output !== undefined) closeSync(output)
  }
}

export function start(
  command: string[],
  { folder = '.', env = {} }: Options,
  stdio: StdioOptions,
  detached = false,
): ChildProcess {
  const [program = '', ...parameters] = command
  // The tools use this Node too, because not every npm links it (decision 001).
  const programs = [path.join(root, 'node_modules/.bin'), path.dirname(process.execPath)]
  return spawn(program, parameters, {
    cwd: path.resolve(root, folder),
    env: { ...process.env, PATH: [...programs, process.env['PATH']].join(path.delimiter), ...env },
    stdio,
    detached,
  })
}

/** Ends the processes of a detached program that outlived it. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function succeeds(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0))
  })
}
