import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'

/** An operator command. */
export type Command = {
  usage: string
  summary: string
  /** @returns the line that says what was done */
  run(context: Context, args: string[]): Promise<string>
}

/** An operator command that does not need the database, or must not find one. */
export type CommandAlone = Omit<Command, 'run'> & { runAlone(config: Config, args: string[]): Promise<string> }

/** Invalid arguments; the usage of the command is shown below the message. */
export class UsageError extends Error {}

/** A failure that scripts tell from others by the exit code, which is otherwise 1. */
export class ExitError extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

/** npm runs commands in the project's folder, whatever the current folder was. */
export function toPath(given: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? '', given)
}

/** Prompts on the terminal without echoing the input. */
export async function askPassword(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError('There is no terminal for a prompt: use --password-stdin.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout, terminal: true })
  return new Promise((resolve) => {
    terminal.question(question, (answer) => {
      terminal.close()
      process.stdout.write('\n')
      resolve(answer)
    })
    // Set after the prompt is printed: from here on readline would only echo the typed characters.
    Object.assign(terminal, { _writeToOutput: () => {} })
  })
}

/** The first line of standard input. */
export async function readPasswordFromStdin(): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/)
  return line
}
