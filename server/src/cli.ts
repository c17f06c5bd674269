import { backupCommand, restoreCommand } from './backup/commands.ts'
import { createAdminCommand, listAdminsCommand, revokeAdminCommand } from './staff/admins/commands.ts'
import { verifyAuditCommand } from './commands/verify-audit-command.ts'
import { archiveAuditCommand } from './commands/archive-audit.ts'
import { auditKeyCommand } from './commands/audit-key.ts'
import { type Command, type CommandAlone, ExitError, UsageError } from './commands/command.ts'
import { exportAuditCommand } from './commands/export-audit.ts'
import { type Config, readConfig } from './config.ts'
import { createContext } from './context.ts'
import { bringUpToDate } from './database/bring-up-to-date.ts'
import { createClock } from './database/clock.ts'
import { openDatabase } from './database/open.ts'
import { adoptFilesCommand, verifyFilesCommand } from './files/commands.ts'
import { resetPasswordCommand } from './staff/recovery/commands.ts'
import { resetSecondFactorCommand } from './staff/second-factor/commands.ts'
import { resetSignOnCommand } from './staff/sign-on/commands.ts'
import { importReportsCommand } from './reports/commands.ts'
import { importUsersCommand } from './users/commands.ts'
import { ConfigError } from './settings/config-error.ts'
import { version } from './settings/version.ts'

const migrateCommand: Command = {
  usage: 'migrate',
  summary: 'Bring the database up to date (the server does this at every start).',
  run: async () => 'The database is up to date.',
}

/** All operator commands; each parses its own options. */
const commands: Record<string, Command | CommandAlone> = {
  'create-admin': createAdminCommand,
  'revoke-admin': revokeAdminCommand,
  'reset-password': resetPasswordCommand,
  'reset-second-factor': resetSecondFactorCommand,
  'reset-sign-on': resetSignOnCommand,
  'list-admins': listAdminsCommand,
  'import-users': importUsersCommand,
  'import-reports': importReportsCommand,
  'verify-files': verifyFilesCommand,
  'adopt-files': adoptFilesCommand,
  'verify-audit': verifyAuditCommand,
  'audit-key': auditKeyCommand,
  'export-audit': exportAuditCommand,
  'archive-audit': archiveAuditCommand,
  backup: backupCommand,
  restore: restoreCommand,
  migrate: migrateCommand,
}

const [name = 'help', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined

if (name === 'version') {
  process.stdout.write(`Health Console ${version}, Node.js ${process.versions.node}\n`)
  process.exit()
}

if (command === undefined) {
  const others = [
    { usage: 'serve', summary: 'Run the server.' },
    { usage: 'version', summary: 'Show the version of the console.' },
  ]
  const lines = [...others, ...Object.values(commands)].map(
    ({ usage, summary }) => `  bin/console ${usage}\n      ${summary}`,
  )
  const list = `Commands, with settings from the environment or --settings=FILE:\n\n${lines.join('\n')}\n`
  if (name === 'help' || name === '--help') {
    process.stdout.write(list)
    process.exit()
  }
  process.stderr.write(`There is no command ${name}. ${list}`)
  process.exit(2)
}

try {
  const config = readConfig(process.env)
  for (const notice of config.notices) process.stderr.write(`${notice}\n`)
  const said = await ('runAlone' in command ? command.runAlone(config, args) : runOnDatabase(command, config))
  process.stdout.write(`${said}\n`)
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  const prefix = error instanceof ConfigError ? 'Setting ' : ''
  const usage = error instanceof UsageError ? `\nUsage: bin/console ${command.usage}` : ''
  process.stderr.write(`${prefix}${message}${usage}\n`)
  process.exit(error instanceof ExitError ? error.exitCode : 1)
}

async function runOnDatabase(command: Command, config: Config): Promise<string> {
  const database = openDatabase(config, { patience: 'long' })
  const { now } = await createClock(database)
  const context = await createContext(config, database, now, now)
  const newer = await bringUpToDate(database)
  if (newer)
    process.stderr.write(`The database is of Health Console ${newer.version}; this one, ${version}, goes on with it.\n`)
  const said = await command.run(context, args)
  await database.close()
  return said
}
