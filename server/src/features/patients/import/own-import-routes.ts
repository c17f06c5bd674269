import {
  answerPatientImport,
  cancelPatientImport,
  confirmPatientImport,
  forgetKeptAnswers,
  forgetPatientLayout,
  getPatientImport,
  type ImportPreview,
} from '@health-console/contract/patients/imports.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { conflict, invalidField, notFound } from '../../../http/errors.ts'
import { router } from '../../../http/requests/route.ts'
import { answerImport, readingIn } from './answer-import.ts'
import { logFailure, originOf } from './begin-import.ts'
import { dropImport, setReason } from './import-states.ts'
import { type Importer, justChanged } from './importer.ts'
import { forgetKeptAnswers as forgetKept } from './kept-answers.ts'
import { forgetLayout } from './layout-store.ts'
import { getOwnImport, stillReading } from './own-import.ts'
import { answersBytes } from './receive-file.ts'
import { keptKeyOf, rememberAnswers } from './remember-answers.ts'
import { PointerMoved, requireApplied, showWrittenTable } from './show-table.ts'
import { findImport, findSurvey, getEntry } from './store.ts'
import { releaseLease } from './table-state-store.ts'
import { presentEntry, presentImport } from './present.ts'
import { patientsIn, subjectsOf } from './shown-people.ts'

/** The routes with which admins handle their own imports until these become current. */
export function declareOwnImportRoutes(app: FastifyInstance, context: Context, importer: Importer): void {
  const { db, audit, now } = context
  const route = router(app, context)

  route(getPatientImport, {
    permission: 'admin',
    action: 'patients.import_preview',
    why: "the changes of one's own import: patients",
    audit: (_call, { data }) =>
      data.state === 'reading' || data.state === 'applied' ? [] : { subjects: subjectsOf(data) },
    shows: (_call, { data }) => patientsIn(data),
    handler: async ({ params, admin }) => ({ data: presentImport(await getOwnImport(db, params.id, admin)) }),
  })

  route(answerPatientImport, {
    permission: 'admin',
    action: 'patients.import_answer',
    why: "how one's own import is read; may return its changes: patients",
    bodyLimit: answersBytes,
    // The answers are logged in the transaction of their change.
    audit: (_call, { data }) =>
      data.state === 'reading' || data.state === 'applied'
        ? []
        : { action: 'patients.import_preview', subjects: subjectsOf(data) },
    shows: (_call, { data }) => patientsIn(data),
    handler: async (call) => {
      const entry = await getOwnImport(db, call.params.id, call.admin)
      const { ended } = await answerImport(context, importer, entry, call.body, originOf(call))
      if (ended) logFailure(call, ended)
      return { data: presentImport(await getOwnImport(db, entry.id, call.admin)) }
    },
  })

  route(confirmPatientImport, {
    permission: 'admin',
    action: 'patients.import',
    why: 'replaces the whole table: needs no further confirmation in the session that sent the file',
    // The identity was confirmed in the session that sent the file.
    sensitive: async ({ params, admin }) => (await findImport(db, params.id))?.sessionId !== admin.session.id,
    audit: ({ params }) => ({ subjects: [`import:${params.id}`] }),
    handler: async ({ params, body, admin, request, change }) => {
      const entry = await getOwnImport(db, params.id, admin)
      const staged = presentImport(entry)
      if (staged.state === 'reading') throw stillReading()
      if (staged.state === 'asking') throw conflict('The file raises questions. Answer them first.')
      if (staged.state === 'rejected') throw conflict('This file can’t be imported. Choose a corrected one.')
      if (staged.state === 'ready') requireConfirmed(staged.preview, body)
      const survey = await findSurvey(db, entry.id)
      const confirm = change(async (transaction) => {
        if (body.reason !== undefined) await setReason(transaction, entry.id, body.reason)
        await showWrittenTable(transaction, entry.id, { base: entry.baseImportId }, now())
        await rememberAnswers(audit, transaction, entry, {
          survey,
          origin: originOf({ admin, request }),
          nowMs: now(),
        })
        return { data: presentEntry(await getEntry(transaction, entry.id)) }
      })
      return confirm.catch(async (error: unknown) => {
        if (!(error instanceof PointerMoved)) throw error
        // Confirming twice has the same result as confirming once.
        await requireApplied(context, entry.id)
        return { data: presentEntry(await getEntry(db, entry.id)) }
      })
    },
  })

  route(cancelPatientImport, {
    permission: 'admin',
    action: 'patients.import_cancel',
    why: "discards one's own import",
    audit: ({ params }) => ({ subjects: [`import:${params.id}`] }),
    handler: async ({ params, admin, change }) => {
      const { state } = await getOwnImport(db, params.id, admin)
      if (state === 'applied')
        throw conflict(
          'The table has already been replaced. The history contains the earlier one, which you can restore.',
        )
      await change(async (transaction) => {
        await releaseLease(transaction, params.id)
        const isDropped = await dropImport(transaction, params.id, state, now())
        if (!isDropped) throw justChanged()
      })
      importer.cancel(params.id)
    },
  })

  route(forgetKeptAnswers, {
    permission: 'admin',
    action: 'patients.layout_forget',
    why: "forgets one's own answers, which are asked again",
    audit: ({ params }) => ({ subjects: [`import:${params.id}`] }),
    handler: async ({ params, admin, change }) => {
      const entry = await getOwnImport(db, params.id, admin)
      const [survey, reading] = [await findSurvey(db, entry.id), readingIn(entry)]
      await change(async (transaction) => {
        const headingsHash = survey && reading && keptKeyOf(survey, reading)
        const isForgotten = headingsHash && (await forgetKept(transaction, { adminId: admin.id, headingsHash }))
        if (!isForgotten) throw notFound('Your answers for these headings are no longer kept.')
      })
    },
  })

  route(forgetPatientLayout, {
    permission: 'admin',
    action: 'patients.layout_forget',
    why: 'forgets answers, which are asked again',
    audit: () => ({ subjects: [] }),
    handler: async ({ params, change }) => {
      await change(async (transaction) => {
        if (!(await forgetLayout(transaction, params.id))) throw notFound('These headings are no longer remembered.')
      })
    },
  })
}

type Confirmation = { acceptRemoval?: boolean | undefined; reason?: string | undefined }

/** @throws ApiError unless everything that a preview requires is confirmed and explained */
function requireConfirmed(preview: ImportPreview, { acceptRemoval, reason }: Confirmation): void {
  if (preview.needsConfirmation && acceptRemoval !== true)
    throw conflict(`${whatNeedsIt(preview)} Confirm that this is intended.`)
  const doubtful = preview.findings.find(({ needsReason }) => needsReason)
  if (doubtful && reason === undefined) {
    throw invalidField('reason', `Explain in one line why the file is correct: ${doubtful.title}`)
  }
}

function whatNeedsIt({ findings, removed, rowsNow }: ImportPreview): string {
  const finding = findings.find((each) => each.needsConfirmation)
  if (removed * 3 > rowsNow) return 'More than a third of the rows would be removed.'
  return finding ? `${finding.title}: ${finding.detail}` : 'More than a third of the rows would be changed or removed.'
}
