import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { Context } from '../context.ts'

/** A command of the operator's command line. */
export type Command = {
  usage: string
  summary: string
  /** @returns the line that tells what was done */
  run(context: Context, args: string[]): Promise<string>
}

/** The command was called wrongly; its usage is shown below the message. */
export class UsageError extends Error {}

/** Asks on the terminal without echoing what is typed. */
export async function askPassword(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError('There is no terminal to ask on: use --password-stdin.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout, terminal: true })
  return new Promise((resolve) => {
    terminal.question(question, (answer) => {
      terminal.close()
      process.stdout.write('\n')
      resolve(answer)
    })
    // Set after the question is out: from here on readline would only repeat the typed characters.
    Object.assign(terminal, { _writeToOutput: () => {} })
  })
}

/** The first line of standard input. */
export async function readPasswordFromStdin(): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/)
  return line
}
