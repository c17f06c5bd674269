import type { ComponentProps } from 'react'
import { formatCount } from '../../../lib/numbers.ts'
import { Gauge } from '../../../ui/values/gauge.tsx'
import { Readout } from '../../../ui/values/readout.tsx'
import { Delayed } from '../../../ui/spinner.tsx'
import { ImportErrors, ImportFailure } from './tables/import-errors.tsx'
import { ImportPreview } from './preview/import-preview.tsx'
import type { ImportState } from './import-run.ts'
import styles from './tables/import-parts.module.css'

type ProgressProps = {
  state: ImportState
  onRetry: () => void
  confirmation: Omit<ComponentProps<typeof ImportPreview>, 'id' | 'preview' | 'reading'>
}

/** The progress of an import, with a text for each step. */
export function ImportProgress({ state, onRetry, confirmation }: ProgressProps) {
  switch (state.step) {
    case 'uploading':
    case 'reading':
      return <Working state={state} />
    case 'ready':
      return <ImportPreview {...state} {...confirmation} />
    case 'asking':
      return null
    case 'rejected':
      return <ImportErrors {...state} onChange={state.reading ? confirmation.onChange : undefined} />
    case 'failed':
      return <ImportFailure failure={state.failure} onRetry={onRetry} />
  }
}

type AtWork = Extract<ImportState, { step: 'uploading' | 'reading' }>

const phases = {
  uploading: 'Uploading the file',
  reading: 'Reading the file',
  comparing: 'Comparing it with the table',
  storing: 'Preparing the new table',
} as const

/** A small file is read before this would appear. */
function Working({ state }: { state: AtWork }) {
  const phase = phases[state.step === 'reading' ? state.phase : 'uploading']
  const rows = state.step === 'reading' ? state.rowsRead : 0
  return (
    <Delayed>
      <div className={styles.progress}>
        <Readout start={phase} end={rows > 0 ? `${formatCount(rows)} rows` : `${Math.floor(state.fraction * 100)} %`} />
        <Gauge label={phase} percent={state.fraction * 100} announce />
      </div>
    </Delayed>
  )
}
