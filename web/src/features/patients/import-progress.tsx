import { formatCount } from '../../lib/numbers.ts'
import { Gauge } from '../../ui/gauge.tsx'
import { Readout } from '../../ui/readout.tsx'
import { Delayed } from '../../ui/spinner.tsx'
import type { ImportState } from './import-run.ts'
import styles from './import-dialog.module.css'

type AtWork = Extract<ImportState, { step: 'uploading' | 'reading' }>

const phases = {
  uploading: 'Uploading the file',
  reading: 'Reading the file',
  comparing: 'Comparing it with the table',
  storing: 'Preparing the new table',
} as const

/** The progress of an import. A small file never shows it. */
export function ImportProgress({ state }: { state: AtWork }) {
  const phase = phases[state.step === 'reading' ? state.phase : 'uploading']
  const rows = state.step === 'reading' ? state.rowsRead : 0
  return (
    <Delayed>
      <div className={styles.progress}>
        <Readout start={phase} end={rows > 0 ? `${formatCount(rows)} rows` : `${Math.floor(state.fraction * 100)}%`} />
        <Gauge label={phase} percent={state.fraction * 100} announce />
      </div>
    </Delayed>
  )
}
