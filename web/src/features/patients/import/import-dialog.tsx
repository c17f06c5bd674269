import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { FileSpreadsheetIcon } from 'lucide-react'
import { formatCount } from '../../../lib/numbers.ts'
import { useStore } from '../../../lib/use-store.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm, confirmDiscard } from '../../../ui/confirm.ts'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useFocusWhenReady } from '../../../ui/use-focus-when-ready.ts'
import { confirmChange } from './confirm-change.ts'
import { FaultActions } from './fault-actions.tsx'
import { summaryOf } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import { isAtWork, prepareImport, startImport, type ImportRun, type ImportState } from './import-run.ts'
import { ImportChecks, TemplateHint } from './import-help.tsx'
import { useConfirmImport } from './import-queries.ts'
import { needsReason } from './preview-tabs.ts'
import { useReason } from './use-reason.ts'

const confirmStop = () =>
  confirm({
    title: 'Stop the import?',
    body: 'The import is still running. If you leave now, nothing changes.',
    cancelLabel: 'Continue',
    confirmLabel: 'Stop',
  })

/** Either of the two closes it. */
type ImportDialogProps = { onImported: () => void; onClose: () => void }

/** All steps from choosing a file to the new table. Mount it when it opens. */
export function ImportDialog({ onImported, onClose }: ImportDialogProps) {
  const { run, state: runState, start, forget } = useImportRun()
  const replacement = useConfirmImport()
  const { error } = replacement
  // a refused preview may be outdated, so the file is read again
  const state: ImportState | undefined = error ? { step: 'failed', message: error.message } : runState
  const [isFileMissing, setIsFileMissing] = useState(false)
  const reason = useReason()
  const isWorking = isAtWork(state)
  const importButton = useFocusWhenReady(state?.step === 'ready')
  const faults = state?.step === 'refused' ? state.faults : []
  const lacksReason = state?.step === 'ready' && needsReason(state.preview) && reason.text.trim() === ''
  useBlocker({
    // a signed-out admin must be able to leave
    shouldBlockFn: async ({ next }) => isWorking && next.pathname !== '/login' && !(await confirmStop()),
    enableBeforeUnload: isWorking,
  })

  function choose(file: File | null) {
    replacement.reset()
    setIsFileMissing(file === null)
    reason.change('')
    if (file) start(file)
    else forget()
  }

  function readAgain(file: File) {
    replacement.reset()
    start(file)
  }

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

  async function leave() {
    if (replacement.isPending) return
    if (isWorking ? await confirmStop() : state?.step !== 'ready' || (await confirmDiscard())) cancel()
  }

  return (
    <Dialog
      open
      onClose={() => void leave()}
      title="Import Patients data via XLSX"
      size={state?.step === 'ready' || faults.length > 0 ? 'wide' : 'medium'}
    >
      <DialogBody>
        {/* the live region exists before its text, or a screen reader stays silent */}
        <p className="sr-only" role="status">
          {state?.step === 'ready' && summaryOf(state.preview)}
        </p>
        <FileDrop
          accept=".xlsx"
          icon={FileSpreadsheetIcon}
          file={run?.file ?? null}
          detail={detailOf(state)}
          onFile={choose}
          error={isFileMissing ? 'Please upload a file' : undefined}
          disabled={replacement.isPending}
        />
        {state && run ? (
          <ImportProgress
            state={state}
            onRetry={error ? () => readAgain(run.file) : run.retry}
            confirmation={{ reason, onDone: () => void importData(), disabled: replacement.isPending }}
          />
        ) : (
          <TemplateHint />
        )}
        {(state === undefined || state.step === 'refused') && <ImportChecks />}
      </DialogBody>
      <DialogFoot lead={leadOf(state, lacksReason)}>
        <Button disabled={replacement.isPending} onClick={cancel}>
          Cancel
        </Button>
        <Button
          ref={importButton}
          variant="primary"
          busy={replacement.isPending}
          disabled={state !== undefined && state.step !== 'ready'}
          aria-disabled={lacksReason || undefined}
          onClick={() => void importData()}
        >
          Import data
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function detailOf(state: ImportState | undefined): string | undefined {
  if (state?.step !== 'ready') return undefined
  return `sheet “${state.preview.sheetName}” · header in row ${formatCount(state.preview.headerRow)}`
}

function leadOf(state: ImportState | undefined, lacksReason: boolean): ReactNode {
  if (state?.step === 'refused' && state.faults.length > 0) {
    return <FaultActions load={async () => state.faults} fileName="import-errors.csv" />
  }
  if (state?.step !== 'ready') return null
  const { rowsNow, rowsInFile, unchanged } = state.preview
  return (
    <span className="stamp">
      {formatCount(rowsNow)} → <b>{formatCount(rowsInFile)}</b> rows ·{' '}
      {lacksReason ? <b>A reason is missing</b> : `${formatCount(unchanged)} unchanged`}
    </span>
  )
}

/** Runs at most one import. Choosing another file or leaving cancels it. */
function useImportRun() {
  const [run, setRun] = useState<ImportRun | null>(null)
  const state = useStore(run?.state)
  useEffect(prepareImport, [])
  useEffect(() => () => run?.cancel(), [run])
  return { run, state, start: (file: File) => setRun(startImport(file)), forget: () => setRun(null) }
}
