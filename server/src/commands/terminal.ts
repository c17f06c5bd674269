import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { UsageError } from './command-errors.ts'

/** The terminal at which a command is typed: `process`, unless a test replaces it. */
export type Terminal = {
  env: NodeJS.ProcessEnv
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream & { isTTY?: boolean }
}

/** Prompts without echoing the input. */
export async function promptPassword({ stdin, stdout }: Terminal, question: string): Promise<string> {
  if (!stdin.isTTY) throw new UsageError('There is no terminal for a prompt: use --password-stdin.')
  const lines = createInterface({ input: stdin, output: stdout, terminal: true })
  return new Promise((resolve) => {
    lines.question(question, (answer) => {
      lines.close()
      stdout.write('\n')
      resolve(answer)
    })
    // This is set once the prompt is printed: from then on readline would only echo the typed characters.
    Object.assign(lines, { _writeToOutput: () => {} })
  })
}

/** The first line of standard input. */
export async function readPasswordFromStdin({ stdin }: Terminal): Promise<string> {
  const [line = ''] = (await text(stdin)).split(/\r?\n/)
  return line
}
