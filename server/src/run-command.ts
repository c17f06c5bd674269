import { parseArgs } from 'node:util'
import { toSeen } from '@health-console/formats/unseen.ts'
import { backupCommand, drillCommand, restoreCommand } from './operations/backup/commands.ts'
import { prepareFirstStart, requireNotLost, startEmpty } from './operations/backup/first-start.ts'
import { checkCommand } from './operations/check/command.ts'
import { auditKeyCommand, exportAuditCommand, verifyAuditCommand } from './commands/audit-commands.ts'
import type { Command, CommandAlone } from './commands/command.ts'
import { ExitError, UsageError } from './commands/command-errors.ts'
import { explainError } from './commands/explain-error.ts'
import type { Terminal } from './commands/terminal.ts'
import { type Config, readConfig } from './core/config.ts'
import { createContext } from './core/context.ts'
import { requireKey } from './core/crypto/console-key.ts'
import { bringUpToDate, requireUsable } from './core/database/upgrade/bring-up-to-date.ts'
import { createClock } from './core/database/clock.ts'
import { errorCode } from './core/disk/error-code.ts'
import { openDatabase } from './core/database/open.ts'
import { describeConsole, requireFile, requireTables } from './core/database/upgrade/require-made.ts'
import { erasedCommand, expiredReportsCommand } from './features/erasures/commands.ts'
import { publishCommand } from './features/files/approval/publish-command.ts'
import { adoptFilesCommand } from './features/files/bucket/adopt-files.ts'
import { adoptKey } from './features/files/signing/adopt-key.ts'
import { modelKeysCommand, verifyModelsCommand } from './features/files/signing/commands.ts'
import { verifyFilesCommand } from './features/files/signing/verify-files.ts'
import { rotateKeyCommand } from './operations/master-key/rotate-key.ts'
import { moveCommand } from './operations/move/commands.ts'
import { importReportsCommand } from './features/reports/commands.ts'
import { ConfigError } from './core/settings/config-error.ts'
import { supportedUntil, version } from './core/settings/version.ts'
import {
  resetPasswordCommand,
  resetSecondFactorCommand,
  resetSignOnCommand,
  revokeAdminCommand,
} from './features/staff/accounts/change-commands.ts'
import { createAdminCommand, listAdminsCommand } from './features/staff/accounts/commands.ts'
import { importUsersCommand } from './features/users/commands.ts'

const migrateCommand: Command = {
  usage: 'migrate [--start-empty]',
  summary: 'Create or upgrade the database (the server does this on startup).',
  options: {
    '--start-empty': 'create it even if model files or checkpoints show that there was another. Its data is then lost.',
  },
  makesDatabase: true,
  async run(_context, args) {
    parseArgs({ args, options: { 'start-empty': { type: 'boolean' } } })
    return 'The database is up to date.'
  },
}

/** All commands; each parses its own options. */
const commands: Record<string, Command | CommandAlone> = {
  check: checkCommand,
  'create-admin': createAdminCommand,
  'revoke-admin': revokeAdminCommand,
  'reset-password': resetPasswordCommand,
  'reset-second-factor': resetSecondFactorCommand,
  'reset-sign-on': resetSignOnCommand,
  'list-admins': listAdminsCommand,
  'import-users': importUsersCommand,
  'import-reports': importReportsCommand,
  erased: erasedCommand,
  'expired-reports': expiredReportsCommand,
  'verify-files': verifyFilesCommand,
  'adopt-files': adoptFilesCommand,
  publish: publishCommand,
  'verify-models': verifyModelsCommand,
  'model-keys': modelKeysCommand,
  'verify-audit': verifyAuditCommand,
  'audit-key': auditKeyCommand,
  'export-audit': exportAuditCommand,
  backup: backupCommand,
  drill: drillCommand,
  restore: restoreCommand,
  move: moveCommand,
  'rotate-key': rotateKeyCommand,
  migrate: migrateCommand,
}

/** These are listed only for their usage. */
const others: Record<string, Pick<Command, 'usage' | 'summary'>> = {
  serve: { usage: 'serve', summary: 'Run the server.' },
  version: { usage: 'version', summary: 'Show the version of the console.' },
}

/**
 * Runs the command that is typed after `bin/console`, except for `serve`.
 * @returns the exit code
 */
export async function runCommand([name = 'help', ...args]: string[], terminal: Terminal): Promise<number> {
  const { env, stdout, stderr } = terminal
  const wantsHelp = name === 'help' || [name, ...args].some((word) => ['--help', '-h'].includes(word))
  if (['version', '--version'].includes(name) && !wantsHelp) {
    stdout.write(`Health Console ${version}, Node.js ${process.versions.node}, fixes until ${supportedUntil}\n`)
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const described = command ?? (Object.hasOwn(others, name) ? others[name] : undefined)
  if (wantsHelp) {
    stdout.write(described ? describe(described) : listCommands())
    return 0
  }
  if (command === undefined) {
    const message = described
      ? `${name} takes no arguments.\n${describe(described)}`
      : `There is no command ${name}. ${listCommands()}`
    stderr.write(message)
    return 2
  }

  let config: Config | undefined
  try {
    config = readConfig(env)
    // In the command's report they are findings.
    if (command !== checkCommand) for (const notice of config.notices) stderr.write(`${notice}\n`)
    stderr.write(`${describeConsole(config)}\n`)
    // Someone who types an option such as --dry-run expects something else.
    if (command.usage === name) parseArgs({ args, options: {} })
    const output =
      'runAlone' in command
        ? await command.runAlone(config, args, terminal)
        : await runOnDatabase(command, config, args, terminal)
    stdout.write(`${output}\n`)
    return 0
  } catch (error) {
    const message = explainError(error, config)
    const prefix = error instanceof ConfigError ? 'Setting ' : ''
    const isUsage = error instanceof UsageError || errorCode(error).startsWith('ERR_PARSE_ARGS')
    // It may contain the name of a file that someone else has chosen.
    stderr.write(
      `${prefix}${toSeen(message).replaceAll('\r', '?')}${isUsage ? `\nUsage: bin/console ${command.usage}` : ''}\n`,
    )
    return error instanceof ExitError ? error.exitCode : 1
  }
}

function describe({ usage, summary, options = {} }: Pick<Command, 'usage' | 'summary' | 'options'>): string {
  const lines = Object.entries(options).map(([option, effect]) => `        ${option}: ${effect}\n`)
  return `  bin/console ${usage}\n      ${summary}\n${lines.join('')}`
}

function listCommands(): string {
  const list = [...Object.values(others), ...Object.values(commands)].map(describe).join('')
  return `Usage: bin/console COMMAND. Settings come from the environment or --settings=FILE.\n\n${list}`
}

async function runOnDatabase(command: Command, config: Config, args: string[], terminal: Terminal): Promise<string> {
  const startsEmpty = command.makesDatabase === true && args.includes('--start-empty')
  if (command.makesDatabase) await prepareFirstStart(config, { startsEmpty })
  else requireFile(config)
  const database = openDatabase(config, { timeouts: 'long' })
  try {
    if (startsEmpty) await startEmpty(config, database)
    else if (command.makesDatabase) await requireNotLost(config, database)
    else await requireTables(database, config)
    const { now } = await createClock(database)
    const context = await createContext(config, database, now, now)
    if (!command.replacesKey) await requireKey(context)
    const newer = await (command.leavesTables ? requireUsable(database) : bringUpToDate(database))
    if (!command.replacesKey) await adoptKey(context)
    if (newer)
      terminal.stderr.write(
        `The database is from Health Console ${newer.version}; this one, ${version}, continues with it.\n`,
      )
    const output = await command.run(context, args, terminal)
    await database.close()
    return output
  } catch (error) {
    // Closing an unreachable database could take long.
    void database.close().catch(() => {})
    throw error
  }
}
