import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'

/** An operator command. */
export type Command = {
  usage: string
  summary: string
  /** What each option does, where the summary does not say it. */
  options?: Record<string, string>
  /** Whether it makes the database where there is none. */
  makesDatabase?: true
  /** Whether the settings may name another master key than the database has. */
  replacesKey?: true
  /** @returns what was done, in one line */
  run(context: Context, args: string[]): Promise<string>
}

/** An operator command that does not use the database, or opens it itself. */
export type CommandAlone = Omit<Command, 'run'> & { runAlone(config: Config, args: string[]): Promise<string> }

/** Invalid arguments. The usage of the command is printed below the message. */
export class UsageError extends Error {}

/** A failure with its own exit code, so that scripts can distinguish it from others, which exit with 1. */
export class ExitError extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

/** @throws UsageError unless there is one argument */
export function getOnly(positionals: string[], what: 'file' | 'folder'): string {
  const [argument, ...others] = positionals
  if (argument === undefined || others.length > 0) throw new UsageError(`Name one ${what}.`)
  return argument
}

/** npm and the launcher change the current folder; this is the one the operator was in. */
export function toPath(argument: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? '', argument)
}

/** Prompts on the terminal without echoing the input. */
export async function promptPassword(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError('There is no terminal for a prompt: use --password-stdin.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout, terminal: true })
  return new Promise((resolve) => {
    terminal.question(question, (answer) => {
      terminal.close()
      process.stdout.write('\n')
      resolve(answer)
    })
    // Set once the prompt is printed: from here on readline would only write the typed characters.
    Object.assign(terminal, { _writeToOutput: () => {} })
  })
}

/** The first line of standard input. */
export async function readPasswordFromStdin(): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/)
  return line
}
