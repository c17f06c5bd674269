import { runCommand } from './run-command.ts'

// This happens if a pager or `head` has read enough.
process.stdout.on('error', () => process.exit(1))

const code = await runCommand(process.argv.slice(2), process)
// A failed command may have left something open.
if (code !== 0) process.exit(code)
