import type { ReviewedAccess } from '@health-console/contract/staff/access-review.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pageHeading } from '../../lib/page-heading.ts'
import { useFailedQuery } from '../../api/use-failed-query.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { formError } from '../../forms/server-errors.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Counts } from '../../ui/values/counts.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialogs/dialog.tsx'
import { LoadingState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { InfoDialog } from '../../ui/dialogs/info-dialog.tsx'
import { AccessRow, type Decision } from './access-row.tsx'
import { accessReviewQuery, useConfirmReview } from './queries.ts'
import styles from './review-dialog.module.css'

const title = 'Review access'

/** Keeps or revokes each access, then confirms the review. Mount it when it opens. */
export function ReviewDialog({ onClose }: { onClose: () => void }) {
  const review = useQuery({ ...accessReviewQuery, staleTime: 0 })
  const failed = useFailedQuery(review)
  const access = review.data?.data.access
  if (access && !failed) return <Review access={access} onClose={onClose} />
  return (
    <InfoDialog onClose={onClose} title={title} size="wide">
      {failed ? <ErrorPanel title="Couldn’t load the access list" {...failed} /> : <LoadingState />}
    </InfoDialog>
  )
}

function Review({ access, onClose }: { access: ReviewedAccess[]; onClose: () => void }) {
  const confirm = useConfirmReview()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Decision>>(new Map())
  if (confirm.isSuccess) return <Result {...confirm.data.data} onClose={onClose} />
  const decisions = access.map(({ kind, id, keptBecause }) => {
    // Access that cannot be revoked is kept.
    const decision = keptBecause ? 'keep' : chosen.get(id)
    return { kind, id, decision }
  })
  const count = (wanted?: Decision) => decisions.filter(({ decision }) => decision === wanted).length
  const revoked = count('revoke')
  const open = count()
  return (
    <FormDialog
      title={title}
      size="wide"
      hasDraft={chosen.size > 0}
      pending={confirm.isPending}
      error={formError(confirm.error)}
      onSubmit={(event) => {
        event.preventDefault()
        if (open === 0)
          confirm.mutate(decisions.flatMap(({ decision, ...item }) => (decision ? { ...item, decision } : [])))
      }}
      onClose={onClose}
      submitLabel={revoked > 0 ? `Confirm review and revoke ${formatCount(revoked)}` : 'Confirm review'}
      submitDisabled={open > 0}
    >
      <p>Decide who keeps access. Anyone you revoke is signed out immediately; revoked invitations stop working.</p>
      <p>To remove yourself or another super admin, ask your system administrator.</p>
      <ul className={styles.list}>
        {access.map((item) => (
          <AccessRow
            key={`${item.kind} ${item.id}`}
            access={item}
            decision={chosen.get(item.id) ?? null}
            onDecide={(decision) => setChosen(new Map(chosen).set(item.id, decision))}
          />
        ))}
      </ul>
      <p className={styles.statement} role="status">
        {open > 0
          ? `${formatCount(open)} ${open === 1 ? 'decision' : 'decisions'} left`
          : `I have reviewed all ${formatCount(decisions.length)}: keep ${formatCount(count('keep'))}, revoke ${formatCount(revoked)}. This will be logged under my name.`}
      </p>
    </FormDialog>
  )
}

function Result({ kept, revoked, onClose }: { kept: number; revoked: number; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Access reviewed" returnFocus={pageHeading}>
      <DialogBody>
        <p role="status">The review was logged under your name.</p>
        <Counts
          items={[
            { label: 'Kept', count: kept },
            { label: 'Revoked', count: revoked },
          ]}
        />
      </DialogBody>
      <DialogFoot>
        <Button data-autofocus variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
