import { useState } from 'react'
import { DownloadIcon } from 'lucide-react'
import { FormError } from '../../forms/form-error.tsx'
import { formatBytes } from '../../lib/bytes.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialogs/dialog.tsx'
import { Readout } from '../../ui/values/readout.tsx'
import { Segments } from '../../ui/buttons/segments.tsx'
import { type ExportFormat, type ExportQuery, verifierPath } from './queries.ts'
import { useExport } from './use-export.ts'

const formats = [
  { value: 'csv', label: 'CSV' },
  { value: 'ndjson', label: 'NDJSON' },
] as const

type ExportDialogProps = {
  query: ExportQuery
  /** The file name, without the date and the extension. */
  name: string
  /** Describes the entries. */
  about: string
  onClose: () => void
}

/** Saves entries of the audit log as a file. Mount it when it opens; closing it cancels a running export. */
export function ExportDialog({ query, name, about, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const { progress, state, start, cancel } = useExport()
  const isRunning = state === 'running'
  return (
    <Dialog open onClose={onClose} title="Export the audit log" closable={!isRunning}>
      <DialogBody>
        <p>{about} This export will be logged.</p>
        <Segments legend="Format" options={formats} value={format} onChange={setFormat} />
        {format === 'csv' ? (
          <p>Opens in any spreadsheet program, with one row per entry.</p>
        ) : (
          <p>
            One JSON line per entry, including every hashed field. A full export can be verified offline:{' '}
            <code>node verify-audit.mjs FILE</code>.{' '}
            <a className="link" href={verifierPath} download>
              Download the verifier
            </a>
          </p>
        )}
        <div role="status" aria-label="Export">
          {state === 'done' && <p>The file has been saved.</p>}
          {isRunning && progress && (
            <Readout
              start={
                <>
                  <b>{formatCount(progress.entries)}</b> entries
                </>
              }
              end={formatBytes(progress.bytes)}
            />
          )}
        </div>
        <FormError failure={state === 'failed' ? { message: 'The export failed. Nothing was saved.' } : null} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={isRunning ? cancel : onClose}>{state === 'done' ? 'Close' : 'Cancel'}</Button>
        <Button
          data-autofocus
          variant="primary"
          startIcon={DownloadIcon}
          busy={isRunning}
          onClick={() => void start(query, format, name)}
        >
          Export
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
