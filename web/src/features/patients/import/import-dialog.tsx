import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { ImportReading } from '@health-console/contract/patients/questions.ts'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { FileSpreadsheetIcon } from 'lucide-react'
import { formatCount } from '../../../lib/numbers.ts'
import { useStore } from '../../../lib/use-store.ts'
import { useAskBeforeUnload } from '../../../lib/use-ask-before-unload.ts'
import { confirm, confirmDiscard } from '../../../ui/dialogs/confirm.ts'
import { Dialog, DialogBody } from '../../../ui/dialogs/dialog.tsx'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { toast } from '../../../ui/toasts.ts'
import { answersOf, mergeAnswers } from './questions/answers.ts'
import { confirmChange } from './preview/confirm-change.ts'
import type { Repair } from './preview/finding.tsx'
import { AnswersInForce, AnswersToForget } from './questions/answers-in-force.tsx'
import { focusNext } from './questions/focus-question.ts'
import { ImportFoot } from './import-foot.tsx'
import { ImportChecks, TemplateHint } from './tables/import-help.tsx'
import { summaryOf } from './preview/import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import { useConfirmImport, useForgetAnswers } from './import-queries.ts'
import { isAtWork, prepareImport, startImport, type ImportRun, type ImportState } from './import-run.ts'
import { needsReason } from './preview/preview-tabs.ts'
import { QuestionsStep } from './questions/questions-step.tsx'
import { useAnswers } from './questions/use-answers.ts'
import { useReason } from './preview/use-reason.ts'

const confirmStop = () =>
  confirm({
    title: 'Stop the import?',
    body: 'The import is still running. If you leave now, the table doesn’t change.',
    cancelLabel: 'Keep importing',
    confirmLabel: 'Stop import',
  })

const confirmForget = (reading: ImportReading, forget: () => Promise<unknown>) =>
  confirm({
    title: 'Forget these answers?',
    body: <AnswersToForget reading={reading} />,
    confirmLabel: 'Forget answers',
    action: forget,
  })

/** Called when either of the two is closed. */
type ImportDialogProps = { onImported: () => void; onClose: () => void }

const discardImport = { title: 'Discard this import?', body: 'Nothing has been imported yet.' }

/** All steps from choosing a file to the new table. Mount it when it opens. */
export function ImportDialog({ onImported, onClose }: ImportDialogProps) {
  const { run, state: runState, start, forget } = useImportRun()
  const replacement = useConfirmImport()
  const { error } = replacement
  // A rejected preview may be outdated, so the file is read again.
  const state: ImportState | undefined = error ? { step: 'failed', failure: error } : runState
  const [isFileMissing, setIsFileMissing] = useState(false)
  const [isChanging, setIsChanging] = useState(false)
  const reason = useReason()
  const forgetStored = useForgetAnswers()
  const isWorking = isAtWork(state)
  const reading = state && 'reading' in state ? (state.reading ?? undefined) : undefined
  const answers = useAnswers(run?.file ?? null, reading)
  const isAsking = state?.step === 'asking' || (isChanging && (state?.step === 'ready' || state?.step === 'rejected'))
  const step = useRef<HTMLDivElement>(null)
  useBlocker({
    // A signed-out admin must be able to leave.
    shouldBlockFn: async ({ next }) => isWorking && next.pathname !== '/login' && !(await confirmStop()),
    enableBeforeUnload: isWorking,
  })

  function choose(file: File | null) {
    replacement.reset()
    setIsFileMissing(file === null)
    setIsChanging(false)
    reason.change('')
    if (file) start(file)
    else forget()
  }

  function readAgain(file: File) {
    replacement.reset()
    start(file, answers?.sent)
  }

  function send(next: ImportAnswers) {
    setIsChanging(false)
    run?.answer(next)
  }

  function showChanges() {
    if (!answers || !reading) return
    if (answers.open.length > 0) return focusNext(step.current)
    // The changes or the errors are already shown.
    if (state?.step !== 'asking' && !answers.isChanged) return setIsChanging(false)
    send(answersOf(answers.draft, reading))
  }

  async function forgetAnswers() {
    if (!reading || !state || !('id' in state) || state.id === undefined) return
    const stored = { importId: state.id, reading }
    if (await confirmForget(reading, () => forgetStored.mutateAsync(stored))) send({})
  }

  const repair = (by: Repair) => reading && send(mergeAnswers(reading.answers, by.answers))

  async function importData() {
    if (!run) return setIsFileMissing(true)
    if (state?.step !== 'ready') return
    const { id, preview } = state
    const isReasonNeeded = needsReason(preview)
    if (isReasonNeeded && !reason.require()) return
    if (preview.needsConfirmation && !(await confirmChange(preview))) return
    const onSuccess = () => {
      run.keep()
      toast.success('Successfully update table')
      onImported()
    }
    const acceptRemoval = preview.needsConfirmation
    replacement.mutate({ id, acceptRemoval, reason: isReasonNeeded ? reason.text : undefined }, { onSuccess })
  }

  function cancel() {
    if (isAtWork(run?.state.get())) toast.info('The import was cancelled. Nothing was changed.')
    onClose()
  }

  const hasWork = state?.step === 'ready' || (state?.step === 'asking' && answers?.isChanged === true)
  useAskBeforeUnload(isWorking || hasWork)

  async function leave() {
    if (replacement.isPending) return
    if (isWorking ? await confirmStop() : !hasWork || (await confirmDiscard(discardImport))) cancel()
  }

  const isWide = reading !== undefined || (isWorking && answers !== null) || hasErrors(state)
  return (
    <Dialog open onClose={() => void leave()} title="Import Patients data via XLSX" size={isWide ? 'wide' : 'medium'}>
      <DialogBody>
        {/* The live region must exist before its text, otherwise screen readers stay silent. */}
        <p className="sr-only" role="status">
          {state?.step === 'ready' && !isChanging && summaryOf(state.preview)}
        </p>
        <FileDrop
          accept=".xlsx"
          icon={FileSpreadsheetIcon}
          file={run?.file ?? null}
          detail={reading && sheetsText(reading)}
          onFile={choose}
          error={isFileMissing ? 'Please upload a file' : undefined}
          disabled={replacement.isPending}
        />
        {reading && answers && (
          <AnswersInForce
            reading={reading}
            onChange={isAsking ? null : () => setIsChanging(true)}
            onForget={() => void forgetAnswers()}
          />
        )}
        {isAsking && reading && answers ? (
          <QuestionsStep reading={reading} answers={answers} step={step} />
        ) : state && run ? (
          <ImportProgress
            state={state}
            onRetry={error ? () => readAgain(run.file) : run.retry}
            confirmation={{
              isAfterAnswers: answers?.hasAnswered === true,
              onChange: () => setIsChanging(true),
              onRepair: repair,
              reason,
              onDone: () => void importData(),
              disabled: replacement.isPending,
            }}
          />
        ) : (
          <TemplateHint />
        )}
        {(state === undefined || state.step === 'rejected') && !isAsking && <ImportChecks />}
      </DialogBody>
      <ImportFoot
        state={state}
        answers={isAsking ? answers : null}
        reason={reason}
        isPending={replacement.isPending}
        onNext={() => focusNext(step.current)}
        onShowChanges={showChanges}
        onImport={() => void importData()}
        onCancel={cancel}
      />
    </Dialog>
  )
}

const hasErrors = (state: ImportState | undefined) => state?.step === 'rejected' && state.errors.length > 0

/** Describes the place of the headings: "sheet “Northgate” · headings in row 3". */
function sheetsText({ sheetNames: [first, ...others], headerRow }: ImportReading): string {
  const sheets = others.length === 0 ? `sheet “${first}”` : `${formatCount(others.length + 1)} sheets`
  return `${sheets} · headings in row ${formatCount(headerRow)}`
}

/** Runs at most one import. Choosing another file or leaving the page cancels it. */
function useImportRun() {
  const [run, setRun] = useState<ImportRun | null>(null)
  const state = useStore(run?.state)
  useEffect(prepareImport, [])
  useEffect(() => () => run?.cancel(), [run])
  return {
    run,
    state,
    start: (file: File, answers?: ImportAnswers) => setRun(startImport(file, answers)),
    forget: () => setRun(null),
  }
}
