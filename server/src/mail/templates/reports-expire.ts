import type { Config } from '../../core/config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'
import { formatTimestamp } from './timestamp.ts'

type Expiring = {
  years: number
  /** How many are older today. */
  reports: number
  /** When the value was set, or the clock was found to have moved. */
  sinceMs: number
  /** From when on they are deleted. */
  fromMs: number
  cause: 'value' | 'clock'
}

/** Sent to all super admins, if reports are about to be deleted that were not deleted before. */
export function reportsExpireMail(
  { productName }: Config,
  { years, reports, sinceMs, fromMs, cause }: Expiring,
): MailContent {
  const after = years === 1 ? '1 year' : `${years} years`
  const today = `${reports.toLocaleString('en-GB')} ${reports === 1 ? 'report is' : 'reports are'}`
  return renderMail(productName, {
    subject: `Reports older than ${after} will be deleted in ${productName}`,
    paragraphs: [
      ...(cause === 'clock'
        ? [
            `The clock has moved by more than a day, or no server ran for a day. It is now ${formatTimestamp(sinceMs)} on the server.`,
          ]
        : []),
      `The system administrator has limited how long reports are kept to ${after} (REPORTS_KEPT_YEARS). From ${formatTimestamp(fromMs)} on, reports that were generated more than ${after} ago will be deleted, each night between 00:00 and 05:00 in the server’s time zone.`,
      `Today ${today} older than that. Reports of users on legal hold are kept.`,
    ],
    notes: [
      `If this is a mistake, ask the system administrator to ${cause === 'clock' ? 'correct the clock or raise the value' : 'raise the value'} before then. Deleted reports can only be restored from a backup.`,
    ],
  })
}
