import type { ErasurePreview } from '@health-console/contract/erasures.ts'
import { Line } from '@health-console/contract/text.ts'
import type { EndUser } from '@health-console/contract/users.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { LockIcon } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { Fetched } from '../../api/fetched.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useMutationForm } from '../../forms/use-mutation-form.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InfoDialog } from '../../ui/info-dialog.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { toast } from '../../ui/toasts.ts'
import styles from './erase-dialog.module.css'
import { erasureQuery, eraseUser, holdUser, liftHold } from './queries.ts'

type EraseDialogProps = { user: EndUser; name: string; onErased: () => void; onClose: () => void }

const title = 'Erase this person'
const Reason = Line(200).check(z.minLength(1, 'Say why, in one line'))
const ReasonForm = z.object({ reason: Reason })

/** Shows what erasing a person removes and what stays, and erases. Mount it when it opens. */
export function EraseDialog(props: EraseDialogProps) {
  const preview = useQuery(erasureQuery(props.user.id))
  const [isHolding, setIsHolding] = useState(false)
  const data = preview.data?.data
  if (!data || data.hold) {
    return (
      <InfoDialog title={title} onClose={props.onClose}>
        <Fetched query={preview} failure="Failed to fetch what would be erased">
          {({ data: { hold, reports } }) => (
            <>
              {hold && <Hold userId={props.user.id} hold={hold} onLifted={() => void preview.refetch()} />}
              <WhatGoes reports={reports} />
            </>
          )}
        </Fetched>
      </InfoDialog>
    )
  }
  if (isHolding) return <HoldForm {...props} onHeld={() => void preview.refetch().then(() => setIsHolding(false))} />
  return <EraseForm {...props} reports={data.reports} onHold={() => setIsHolding(true)} />
}

function EraseForm({
  user,
  name,
  reports,
  onErased,
  onClose,
  onHold,
}: EraseDialogProps & { reports: number; onHold: () => void }) {
  const { memberId } = user
  const { field, values, ...form } = useMutationForm({
    schema: z.object({
      reason: Reason,
      memberId: z.string().check(z.refine((typed) => typed === memberId, 'This is not the member ID of the person')),
    }),
    defaultValues: { reason: '', memberId: '' },
    mutation: useMutation({ mutationFn: eraseUser }),
    send: (given) => ({ userId: user.id, ...given }),
    onSuccess: () => {
      toast.success(reports === 0 ? 'The person is erased' : 'The person is erased. The reports are being deleted.')
      onErased()
    },
  })
  return (
    <FormDialog
      title={title}
      hasDraft={values.reason + values.memberId !== ''}
      {...form}
      onClose={onClose}
      submitLabel={title}
      submitVariant="delete"
    >
      <p>
        <b>
          {isolate(name)}
          {memberId && `, ${isolate(memberId)}`}
        </b>
        , leaves every list at once. This cannot be undone. If the data is still needed,{' '}
        <LinkButton onClick={onHold}>set a hold</LinkButton> instead.
      </p>
      <WhatGoes reports={reports} />
      <TextField label="Reason" help="It is kept with the erasure. Name no health data in it." {...field('reason')} />
      {memberId && (
        <TextField label="Member id" help={<>Type {isolate(memberId)} to confirm.</>} {...field('memberId')} />
      )}
    </FormDialog>
  )
}

function HoldForm({ user, name, onClose, onHeld }: EraseDialogProps & { onHeld: () => void }) {
  const { field, values, ...form } = useMutationForm({
    schema: ReasonForm,
    defaultValues: { reason: '' },
    mutation: useMutation({ mutationFn: holdUser }),
    send: (given) => ({ userId: user.id, ...given }),
    onSuccess: () => {
      toast.success('The hold is set')
      onHeld()
    },
  })
  return (
    <FormDialog
      title="Hold this person"
      hasDraft={values.reason !== ''}
      {...form}
      onClose={onClose}
      submitLabel="Set the hold"
    >
      <p>
        <b>{isolate(name)}</b> cannot be erased, and no old reports are deleted, until the hold is lifted.
      </p>
      <TextField
        label="Reason"
        help="It is shown to other super admins. Name no health data in it."
        {...field('reason')}
      />
    </FormDialog>
  )
}

function WhatGoes({ reports }: Pick<ErasurePreview, 'reports'>) {
  return (
    <div className={styles.columns}>
      <section>
        <h3>What goes</h3>
        <b>The user</b>
        <p>name, member id, date of birth, e-mail</p>
        <b>
          {formatCount(reports)} {reports === 1 ? 'report' : 'reports'}
        </b>
        <p>soon after, in the background</p>
      </section>
      <section>
        <h3>What stays</h3>
        <b>Entries of the audit log</b>
        <p>They name ids alone.</p>
        <b>Backups made until now</b>
        <p>until they are thrown away</p>
        <b>Hospital patients</b>
        <p>Another register: nothing is erased there.</p>
      </section>
    </div>
  )
}

type HoldProps = { userId: string; hold: NonNullable<ErasurePreview['hold']>; onLifted: () => void }

function Hold({ userId, hold, onLifted }: HoldProps) {
  const lift = useMutation({
    mutationFn: liftHold,
    onSuccess: () => {
      toast.success('The hold is lifted')
      onLifted()
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <div className={styles.hold}>
      <Icon icon={LockIcon} />
      <p>
        <b>A hold keeps this person.</b> {isolate(hold.adminName)}, <Timestamp time={new Date(hold.createdAt)} />: “
        {isolate(hold.reason)}”
      </p>
      <Button size="small" busy={lift.isPending} onClick={() => lift.mutate({ userId })}>
        Lift the hold
      </Button>
    </div>
  )
}
