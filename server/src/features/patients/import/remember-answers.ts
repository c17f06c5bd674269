import { isDeepStrictEqual } from 'node:util'
import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { AuditLog } from '../../../core/audit/store.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import { ownAnswers } from '../reading/questions/answer-sources.ts'
import { splitAnswers } from '../reading/questions/answer-parts.ts'
import { countAnswers, layoutKeyOf, toRemember } from '../reading/questions/remembered.ts'
import type { FileSurvey } from '../reading/survey/survey-sheet.ts'
import type { Understood } from '../reading/understand.ts'
import { entryOf, type ImportOrigin } from './importer.ts'
import { forgetKeptAnswers } from './kept-answers.ts'
import { findLayout, rememberLayout } from './layout-store.ts'
import type { ImportRow } from './store.ts'

/**
 * Remembers what the admin answered in an import that is now current, for the next file with its headings, and forgets
 * the answers that were kept for a corrected file.
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
  const { adminId } = origin
  await forgetKeptAnswers(transaction, { adminId, headingsHash: keptKeyOf(survey, reading) })
  // 1.0.0 stores no sources, so it is unknown whether an admin gave the answers that it read a file with.
  const latest = toRemember(reading, ownAnswers(reading.sources ?? []))
  if (countAnswers(latest.answers) === 0) return
  const headingsHash = layoutKeyOf(survey.sheets)
  const earlier = await findLayout(transaction, survey.sheets)
  if (areIn(latest.answers, earlier?.parts.map(({ answers }) => answers) ?? [])) return
  await rememberLayout(transaction, { headingsHash, ...latest, adminId, atMs: nowMs })
  await audit.append(transaction, [{ ...entryOf(entry.id, origin), action: 'patients.layout_remember' }])
}

/** Identifies the headings of the sheets that were read, which are those of a marked file. */
export const keptKeyOf = ({ sheets }: FileSurvey, { sheetNames }: Understood['reading']): string =>
  layoutKeyOf(sheets.filter(({ name }) => sheetNames.includes(name)))

function areIn(latest: ImportAnswers, earlier: readonly ImportAnswers[]): boolean {
  const known = earlier.map(splitAnswers)
  return [...splitAnswers(latest)].every(([id, part]) => known.some((each) => isDeepStrictEqual(each.get(id), part)))
}
