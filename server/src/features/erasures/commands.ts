import type { Command } from '../../commands/command.ts'
import { formatTimestamp } from '../../mail/templates/timestamp.ts'
import { erasedLines } from './erased-list/erased-list.ts'
import { countOlder } from './old-reports/old-reports.ts'
import { findExpiry } from './old-reports/report-keeping.ts'

export const erasedCommand: Command = {
  usage: 'erased',
  summary: 'Print erased users and when they were erased, one JSON object per line, for restore --erased FILE.',
  run: async (context) => (await erasedLines(context)).join('\n'),
}

export const expiredReportsCommand: Command = {
  usage: 'expired-reports',
  summary:
    'Count the reports older than REPORTS_KEPT_YEARS. The server deletes them each night; this command deletes nothing.',
  async run(context) {
    const years = context.config.reportsKeptYears
    if (years === undefined) return 'All reports are kept: REPORTS_KEPT_YEARS is not set.'
    const { reports, users, held } = await countOlder(context, years)
    const older = `${reports === 1 ? 'is' : 'are'} older than ${count(years, 'year')}`
    return [
      `${count(reports, 'report')} of ${count(users, 'user')} ${older}.`,
      ...(held === 0 ? [] : [`${held.toLocaleString('en-GB')} more ${held === 1 ? 'is' : 'are'} on legal hold.`]),
      describeExpiry(await findExpiry(context.db), years),
    ].join(' ')
  },
}

function describeExpiry(expiry: Awaited<ReturnType<typeof findExpiry>>, years: number): string {
  if (!expiry) return 'Servers delete none yet: one of them keeps all reports, or has not started with this value.'
  const from = `Servers delete them each night from ${formatTimestamp(expiry.fromMs)} on`
  return expiry.years === years
    ? `${from}.`
    : `${from}, but only after ${count(expiry.years, 'year')}: a server has that value.`
}

const count = (amount: number, noun: string) => `${amount.toLocaleString('en-GB')} ${noun}${amount === 1 ? '' : 's'}`
