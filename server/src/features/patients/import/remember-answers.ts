import { isDeepStrictEqual } from 'node:util'
import type { AuditLog } from '../../../core/audit/store.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import { countAnswers, layoutKeyOf, toRemember } from '../reading/remembered.ts'
import type { FileSurvey, Understood } from '../reading/understand.ts'
import { entryOf, type ImportOrigin } from './importer.ts'
import { findLayout, rememberLayout } from './layout-store.ts'
import type { ImportRow } from './store.ts'

/**
 * Remembers the answers of an import that is now current for the next file with its headings. Without answers, nothing
 * is stored.
 * @param survey as it was before the table became current
 */
export async function rememberAnswers(
  audit: AuditLog,
  transaction: Transaction,
  entry: ImportRow,
  { survey, origin, nowMs }: { survey: FileSurvey | undefined; origin: ImportOrigin; nowMs: number },
): Promise<void> {
  if (survey === undefined || entry.report === null) return
  const { reading }: Pick<Understood, 'reading'> = JSON.parse(entry.report)
  const answers = toRemember(reading.answers)
  if (countAnswers(answers) === 0) return
  const headingsHash = layoutKeyOf(survey.sheets)
  const earlier = await findLayout(transaction, headingsHash)
  if (isDeepStrictEqual(earlier?.answers, answers)) return
  await rememberLayout(transaction, { headingsHash, answers, adminId: origin.adminId, atMs: nowMs })
  await audit.append(transaction, [{ ...entryOf(entry.id, origin), action: 'patients.layout_remember' }])
}
