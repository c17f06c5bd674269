import type { Command } from '../commands/command.ts'
import { erasedLines } from './erased-list.ts'
import { countOldReports } from './expire-reports.ts'

export const erasedCommand: Command = {
  usage: 'erased',
  summary: 'Print who was erased and when, one JSON object a line: what restore --erased FILE reads.',
  run: async (context) => (await erasedLines(context)).join('\n'),
}

export const expiredReportsCommand: Command = {
  usage: 'expired-reports',
  summary:
    'Say how many reports are older than REPORTS_KEPT_YEARS. The server deletes them each night; this command deletes nothing.',
  async run(context) {
    const found = await countOldReports(context)
    if (!found) return 'All reports are kept: REPORTS_KEPT_YEARS is not set.'
    const { reports, users, held } = found
    const older = `older than ${context.config.reportsKeptYears} years`
    const said = `${count(reports, 'report')} of ${count(users, 'user')} ${reports === 1 ? 'is' : 'are'} ${older}, and ${reports === 1 ? 'is' : 'are'} deleted in the next night.`
    return held === 0
      ? said
      : `${said} ${held.toLocaleString('en-GB')} more ${held === 1 ? 'stays' : 'stay'} because of a hold.`
  },
}

const count = (amount: number, noun: string) => `${amount.toLocaleString('en-GB')} ${noun}${amount === 1 ? '' : 's'}`
