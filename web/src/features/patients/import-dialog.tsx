import { useBlocker } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { formatCount } from '../../lib/numbers.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { toast } from '../../ui/toasts.ts'
import { FaultActions } from './fault-actions.tsx'
import { ImportFaults } from './import-faults.tsx'
import { ImportPreview, summaryOf } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import { isAtWork, type ImportState } from './import-run.ts'
import { ImportTrouble } from './import-trouble.tsx'
import { RemovalDialog } from './removal-dialog.tsx'
import { StopDialog } from './stop-dialog.tsx'
import { TemplateHint } from './template-hint.tsx'
import { useConfirmImport } from './queries.ts'
import { useImportRun } from './use-import-run.ts'

type ImportDialogProps = { onImported: () => void; onClose: () => void }

/** From the choice of a file to the new table. Mount it when it opens. */
export function ImportDialog({ onImported, onClose }: ImportDialogProps) {
  const { run, state: runState, start, forget } = useImportRun()
  const confirm = useConfirmImport()
  const { error } = confirm
  // what was not confirmed may be out of date: its preview goes, and the file is read anew
  const state: ImportState | undefined = error ? { step: 'failed', message: error.message } : runState
  const [isFileMissing, setIsFileMissing] = useState(false)
  const [asking, setAsking] = useState<'removal' | 'stop' | null>(null)
  const isWorking = isAtWork(state)
  const faults = state?.step === 'refused' ? state.faults : []
  const blocker = useBlocker({
    // who is signed out has to leave
    shouldBlockFn: ({ next }) => isWorking && next.pathname !== '/login',
    enableBeforeUnload: isWorking,
    withResolver: true,
  })

  function choose(file: File | null) {
    confirm.reset()
    setIsFileMissing(file === null)
    if (file) start(file)
    else forget()
  }

  function importData() {
    if (!run) return setIsFileMissing(true)
    if (state?.step !== 'ready') return
    if (state.preview.needsConfirmation) setAsking('removal')
    else replaceTable(state.id, false)
  }

  function replaceTable(id: string, acceptRemoval: boolean) {
    const onSuccess = () => {
      run?.keep()
      toast.success('Successfully update table')
      onImported()
      onClose()
    }
    confirm.mutate({ id, acceptRemoval }, { onSuccess, onError: () => setAsking(null) })
  }

  function cancel() {
    if (isWorking) toast.info('The import was cancelled. Nothing was changed.')
    onClose()
  }

  function leave() {
    if (isWorking) setAsking('stop')
    else if (!confirm.isPending) onClose()
  }

  return (
    <>
      <Dialog
        open
        onClose={leave}
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
            icon="file-spreadsheet"
            file={run?.file ?? null}
            detail={detailOf(state)}
            onFile={choose}
            error={isFileMissing ? 'Please upload a file' : undefined}
            disabled={confirm.isPending}
          />
          {state && run ? (
            <Progress state={state} onRetry={error ? () => choose(run.file) : run.retry} />
          ) : (
            <TemplateHint />
          )}
        </DialogBody>
        <DialogFoot lead={leadOf(state)}>
          <Button disabled={confirm.isPending} onClick={cancel}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={confirm.isPending}
            disabled={state !== undefined && state.step !== 'ready'}
            onClick={importData}
          >
            Import data
          </Button>
        </DialogFoot>
      </Dialog>
      <RemovalDialog
        preview={asking === 'removal' && state?.step === 'ready' ? state.preview : null}
        pending={confirm.isPending}
        onConfirm={() => state?.step === 'ready' && replaceTable(state.id, true)}
        onClose={() => setAsking(null)}
      />
      <StopDialog
        open={asking === 'stop' || blocker.status === 'blocked'}
        onConfirm={() => (blocker.status === 'blocked' ? blocker.proceed() : cancel())}
        onClose={() => {
          setAsking(null)
          blocker.reset?.()
        }}
      />
    </>
  )
}

function Progress({ state, onRetry }: { state: ImportState; onRetry: () => void }) {
  switch (state.step) {
    case 'uploading':
    case 'reading':
      return <ImportProgress state={state} />
    case 'ready':
      return <ImportPreview preview={state.preview} />
    case 'refused':
      return <ImportFaults {...state} />
    case 'failed':
      return <ImportTrouble message={state.message} onRetry={onRetry} />
  }
}

function detailOf(state: ImportState | undefined): string | undefined {
  if (state?.step !== 'ready') return undefined
  return `sheet “${state.preview.sheetName}” · header in row ${formatCount(state.preview.headerRow)}`
}

function leadOf(state: ImportState | undefined): ReactNode {
  if (state?.step === 'refused' && state.faults.length > 0) return <FaultActions faults={state.faults} />
  if (state?.step !== 'ready') return null
  const { rowsNow, rowsInFile } = state.preview
  return (
    <span className="stamp">
      {formatCount(rowsNow)} → <b>{formatCount(rowsInFile)}</b> rows
    </span>
  )
}
