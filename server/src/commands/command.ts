import path from 'node:path'
import type { Config } from '../core/config.ts'
import type { Context } from '../core/context.ts'
import { UsageError } from './command-errors.ts'
import type { Terminal } from './terminal.ts'

/** A command for system administrators. */
export type Command = {
  usage: string
  summary: string
  /** What each option does, unless the summary explains it. */
  options?: Record<string, string>
  /** Whether it creates the database if there is none. */
  makesDatabase?: true
  /** Whether the settings may contain another master key than the database's. */
  replacesKey?: true
  /** Whether it leaves the tables of an earlier version as they are, because that version is still running. */
  leavesTables?: true
  /** @returns what was done, in one line */
  run(context: Context, args: string[], terminal?: Terminal): Promise<string>
}

/** A command that does not use the database, or opens it itself. */
export type CommandAlone = Omit<Command, 'run'> & {
  runAlone(config: Config, args: string[], terminal?: Terminal): Promise<string>
}

/** @throws UsageError unless there is exactly one argument */
export function getOnly(positionals: string[], what: 'file' | 'folder'): string {
  const [argument, ...others] = positionals
  if (argument === undefined || others.length > 0) throw new UsageError(`Specify one ${what}.`)
  return argument
}

/** npm and the launcher change the current folder; this is the one in which the command was typed. */
export function toPath(argument: string, { env }: Terminal): string {
  return path.resolve(env['INIT_CWD'] ?? '', argument)
}
