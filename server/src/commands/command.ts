import path from 'node:path'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Terminal } from './terminal.ts'

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
  run(context: Context, args: string[], terminal?: Terminal): Promise<string>
}

/** An operator command that does not use the database, or opens it itself. */
export type CommandAlone = Omit<Command, 'run'> & {
  runAlone(config: Config, args: string[], terminal?: Terminal): Promise<string>
}

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
export function toPath(argument: string, { env }: Terminal): string {
  return path.resolve(env['INIT_CWD'] ?? '', argument)
}
