import { runQuietly } from '../program.ts'

/** Runs a program to its end. @throws Error with what it printed when it fails */
export async function runStep(command: string[], folder: string): Promise<string> {
  const { ok, output } = await runQuietly(command, { folder })
  if (!ok) throw new Error(`${command.join(' ')} failed:\n${output}`)
  return output
}
