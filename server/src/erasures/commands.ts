import type { Command } from '../commands/command.ts'
import { erasedLines } from './erased-list.ts'

export const erasedCommand: Command = {
  usage: 'erased',
  summary: 'Print who was erased and when, one JSON object a line: what `restore --erased FILE` reads.',
  run: async (context) => (await erasedLines(context)).join('\n'),
}
