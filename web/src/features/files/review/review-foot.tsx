import { DecisionReason } from '@health-console/contract/files/approval.ts'
import type { FileVersion, Offered } from '@health-console/contract/files/files.ts'
import { useState } from 'react'
import { FormError } from '../../../forms/form-error.tsx'
import { sendsMail } from '../../../shell/page-settings.ts'
import { formError } from '../../../forms/server-errors.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { DialogFoot } from '../../../ui/dialogs/dialog.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/toasts.ts'
import { Data } from '../../../ui/values/data.tsx'
import { OfferTo } from '../offer-to.tsx'
import offerStyles from '../offer-to.module.css'
import { nameOf } from '../who-uploaded.ts'
import { useApprove, useReject } from '../queries.ts'
import styles from './review-foot.module.css'

type ReviewFootProps = {
  fileId: string
  version: FileVersion
  current: FileVersion | null
  isOwn: boolean
  /** Why the version cannot be approved yet. */
  obstacle: string | undefined
  onObstacle: () => void
  onClose: () => void
}

/** The buttons to approve, or to reject with a reason. */
export function ReviewFoot(props: ReviewFootProps) {
  const { fileId, version, current, isOwn, obstacle, onObstacle, onClose } = props
  const [isRejecting, setIsRejecting] = useState(false)
  const approve = useApprove({ fileId, version: version.version })
  const [offerTo, setOfferTo] = useState<Offered>()
  if (isRejecting) return <RejectFoot {...props} onBack={() => setIsRejecting(false)} />

  function press() {
    if (obstacle !== undefined || version.sha256 === null) return onObstacle()
    const seen = { sha256: version.sha256, replaces: current?.version ?? 0 }
    approve.mutate(offerTo === undefined ? seen : { ...seen, offerTo }, {
      onSuccess: () => {
        toast.success(
          offerTo === undefined
            ? `Version ${version.version} is current`
            : `Version ${version.version} offered to ${offerTo}\u00A0% of devices`,
        )
        onClose()
      },
    })
  }

  return (
    <>
      {current && !isOwn && (
        <div className={offerStyles.inFoot}>
          <OfferTo
            what={`version ${version.version}`}
            current={current.version}
            value={offerTo}
            onChange={setOfferTo}
          />
        </div>
      )}
      {approve.error && <FormError failure={formError(approve.error)} />}
      <DialogFoot
        lead={
          <Button disabled={approve.isPending} onClick={() => setIsRejecting(true)}>
            {isOwn ? 'Discard upload' : 'Reject'}
          </Button>
        }
      >
        {obstacle !== undefined && (
          <p className={styles.why} id="why-not-approved">
            {obstacle}
          </p>
        )}
        <Button
          variant="primary"
          busy={approve.isPending}
          aria-disabled={obstacle !== undefined || undefined}
          aria-describedby={obstacle === undefined ? undefined : 'why-not-approved'}
          onClick={press}
        >
          Approve
        </Button>
      </DialogFoot>
    </>
  )
}

function RejectFoot({ fileId, version, current, isOwn, onClose, onBack }: ReviewFootProps & { onBack: () => void }) {
  const [reason, setReason] = useState('')
  const [reasonError, setReasonError] = useState<string>()
  const reject = useReject({ fileId, version: version.version })
  const verb = isOwn ? 'Discard' : 'Reject'

  function submit() {
    const checked = DecisionReason.safeParse(reason)
    if (!checked.success) return setReasonError(checked.error.issues[0]?.message)
    setReasonError(undefined)
    reject.mutate(
      { reason: checked.data },
      {
        onSuccess: () => {
          toast.success(`Version ${version.version} ${isOwn ? 'discarded' : 'rejected'}`)
          onClose()
        },
      },
    )
  }

  return (
    <>
      <div className={styles.reason}>
        <TextArea
          label="Reason"
          help={[
            'It is saved in the history.',
            !isOwn && version.uploadedBy && sendsMail && (
              <span key="uploader">
                {' '}
                We’ll email it to <Data>{nameOf(version.uploadedBy)}</Data> if they still have access.
              </span>
            ),
            current && ` Version ${current.version} stays current.`,
          ]}
          error={reasonError}
          rows={2}
          ref={focusOnce}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {reject.error && <FormError failure={formError(reject.error)} />}
      </div>
      <DialogFoot>
        <Button disabled={reject.isPending} onClick={onBack}>
          Back
        </Button>
        <Button variant="delete" busy={reject.isPending} onClick={submit}>
          {verb} version {version.version}
        </Button>
      </DialogFoot>
    </>
  )
}

/** The field replaces the button that was pressed, so the focus would otherwise be lost. */
const focusOnce = (area: HTMLTextAreaElement | null) => area?.focus()
