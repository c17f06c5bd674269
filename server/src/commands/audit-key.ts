import { readKeys } from '../audit/known-keys.ts'
import type { Command } from './command.ts'

export const auditKeyCommand: Command = {
  usage: 'audit-key',
  summary: 'Print the public keys that verify the checkpoints of the audit log, the current one first.',
  run: async (context) => (await readKeys(context)).join('\n'),
}
