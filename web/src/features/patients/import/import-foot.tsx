import type { ReactNode } from 'react'
import { formatCount } from '../../../lib/numbers.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { DialogFoot } from '../../../ui/dialogs/dialog.tsx'
import { useFocusWhenReady } from '../../../ui/page/use-focus-when-ready.ts'
import { counted } from './tables/column-names.ts'
import { CellListActions } from './tables/cell-list-actions.tsx'
import type { ImportState } from './import-run.ts'
import { needsReason } from './preview/preview-tabs.ts'
import type { Answers } from './questions/use-answers.ts'
import type { Reason } from './preview/use-reason.ts'
import styles from './tables/import-parts.module.css'

type ImportFootProps = {
  state: ImportState | undefined
  /** Null while nothing is asked. */
  answers: Answers | null
  reason: Reason
  isPending: boolean
  onNext: () => void
  onShowChanges: () => void
  onImport: () => void
  onCancel: () => void
}

/** The progress of the import, and its buttons. */
export function ImportFoot({ state, answers, reason, isPending, onNext, ...on }: ImportFootProps) {
  const isReady = state?.step === 'ready' && !answers
  const button = useFocusWhenReady(isReady)
  const lacksReason = isReady && needsReason(state.preview) && reason.text.trim() === ''
  return (
    <DialogFoot lead={answers ? <Left answers={answers} onNext={onNext} /> : leadOf(state, lacksReason)}>
      <Button disabled={isPending} onClick={on.onCancel}>
        Cancel
      </Button>
      {answers ? (
        // Each step has its own button, so that a second press of one does not press the next.
        <Button
          key="show"
          variant={answers.sure.length > 1 ? 'outline' : 'primary'}
          aria-disabled={answers.open.length > 0 || undefined}
          onClick={on.onShowChanges}
        >
          Preview changes
        </Button>
      ) : (
        <Button
          key="import"
          ref={button}
          variant="primary"
          busy={isPending}
          disabled={state !== undefined && state.step !== 'ready'}
          aria-disabled={lacksReason || undefined}
          onClick={on.onImport}
        >
          Import data
        </Button>
      )}
    </DialogFoot>
  )
}

function Left({ answers: { open, cards }, onNext }: { answers: Answers; onNext: () => void }) {
  if (open.length === 0) {
    return <span className="stamp">{cards.length > 0 && `All ${cards.length} answered`}</span>
  }
  return (
    <span className={`stamp ${styles.left}`}>
      <span>
        <b>{counted(open.length, 'answer')}</b> left
      </span>
      <Button quiet size="small" onClick={onNext}>
        Next question
      </Button>
    </span>
  )
}

function leadOf(state: ImportState | undefined, lacksReason: boolean): ReactNode {
  if (state?.step === 'rejected' && state.id !== undefined && state.errors.length > 0) {
    return <CellListActions importId={state.id} load={async () => state.errors} />
  }
  if (state?.step !== 'ready') return null
  const { rowsNow, rowsInFile, added, changed, removed } = state.preview
  const [news, changes, gone] = [added, changed, removed].map(formatCount)
  return (
    <span className="stamp">
      <span>
        {formatCount(rowsNow)} → <b>{formatCount(rowsInFile)}</b> {rowsInFile === 1 ? 'row' : 'rows'} ·
      </span>{' '}
      {lacksReason ? <b>Reason required</b> : <span>{`${news} new, ${changes} changed, ${gone} removed`}</span>}
    </span>
  )
}
