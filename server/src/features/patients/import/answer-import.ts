import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { ImportReading } from '@health-console/contract/patients/questions.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../core/context.ts'
import { conflict, invalid } from '../../../http/errors.ts'
import { lockSession } from '../../staff/sessions/store.ts'
import type { KeptAnswers } from '../reading/questions/answer-sources.ts'
import { findShownTable } from '../table/store.ts'
import { isOpen, understand } from '../reading/understand.ts'
import { askAgain } from './import-states.ts'
import { stillReading } from './own-import.ts'
import { entryOf, type Importer, type ImportOrigin, justChanged } from './importer.ts'
import { findLayout } from './layout-store.ts'
import { findSurvey, type ImportRow } from './store.ts'

/**
 * Interprets an import with other answers: the file is read again, or more is asked. Repeating the same answers changes
 * nothing unless another table has become current: then the file is compared with that one.
 * @returns a promise for the end of the reading, if it has begun
 */
export async function answerImport(
  { db, audit, now }: Context,
  importer: Importer,
  entry: ImportRow,
  answers: ImportAnswers,
  origin: ImportOrigin,
): Promise<{ ended?: Promise<unknown> }> {
  const isSame = entry.answers === JSON.stringify(answers)
  if (entry.state === 'reading') {
    if (isSame) return {}
    throw stillReading()
  }
  const survey = await findSurvey(db, entry.id)
  if (!survey) throw conflict('This import can no longer be answered. Choose the file again.')
  const earlier = readingIn(entry)
  const remembered = await findLayout(db, survey.sheets)
  const reading = understand(survey, answers, { kept: keptIn(earlier), remembered })
  if (reading.errors.length > 0) throw invalid(reading.errors)
  const { shown } = reading
  const table = await findShownTable(db)
  const isCurrent = (table?.importId ?? null) === entry.baseImportId
  if (isSame && isCurrent && isDeepStrictEqual(earlier?.remembered, shown.remembered)) return {}
  if (!isOpen(shown)) return importer.readAnswered(entry, reading, origin)
  await db.transaction().execute(async (transaction) => {
    if (!(await askAgain(transaction, entry, { answers, reading: shown }, now()))) throw justChanged()
    await lockSession(transaction, origin.sessionTokenHash)
    await audit.append(transaction, [{ ...entryOf(entry.id, origin), action: 'patients.import_answer' }])
  })
  return {}
}

/** How the file is read at present. */
export function readingIn({ report }: Pick<ImportRow, 'report'>): ImportReading | null {
  const { reading } = JSON.parse(report ?? '{}') as { reading?: ImportReading | null }
  return reading ?? null
}

/** The answers from before a marked file was downloaded that the current reading uses. */
function keptIn(reading: ImportReading | null): KeptAnswers | null {
  // 1.0.0, which may have read the file, stores no sources.
  const source = (reading?.sources ?? []).find(({ kind }) => kind === 'kept')
  return source ? { at: source.at ?? '', answers: source.answers } : null
}
