import type { ErasurePreview } from '@health-console/contract/erasures.ts'
import { confirmationOf } from '@health-console/contract/ids.ts'
import { Reason } from '@health-console/contract/text.ts'
import type { EndUser } from '@health-console/contract/users.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ArchiveIcon } from 'lucide-react'
import * as z from 'zod/mini'
import { Fetched } from '../../api/fetched.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useMutationForm } from '../../forms/use-mutation-form.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { formatDate, fromEpochSeconds } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { InfoDialog } from '../../ui/dialogs/info-dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import styles from './erase-dialog.module.css'
import { HoldNote } from './hold-note.tsx'
import { erasureQuery, eraseUser, liftHold } from './queries.ts'

type EraseDialogProps = {
  user: EndUser
  name: string
  onErased: () => void
  onExport: () => void
  onClose: () => void
}

const title = 'Erase this person'

/** Shows what erasing a person removes and what stays, and erases. Mount it when it opens. */
export function EraseDialog(props: EraseDialogProps) {
  const preview = useQuery(erasureQuery(props.user.id))
  const data = preview.data?.data
  if (data) return <EraseForm {...props} preview={data} onLifted={() => void preview.refetch()} />
  return (
    <InfoDialog title={title} size="large" onClose={props.onClose}>
      <Fetched query={preview} failure="Failed to fetch what would be erased">
        {() => null}
      </Fetched>
    </InfoDialog>
  )
}

type EraseFormProps = EraseDialogProps & { preview: ErasurePreview; onLifted: () => void }

function EraseForm({ user, name, preview, onErased, onExport, onClose, onLifted }: EraseFormProps) {
  const { hold, reports } = preview
  const expected = confirmationOf(user)
  const { field, values, ...form } = useMutationForm({
    schema: z.object({ reason: Reason, memberId: z.string() }),
    defaultValues: { reason: '', memberId: '' },
    mutation: useMutation({ mutationFn: eraseUser }),
    send: (values) => ({ userId: user.id, ...values }),
    onSuccess: () => {
      toast.success(reports === 0 ? 'The person is erased' : 'The person is erased. The reports are being deleted.')
      onErased()
    },
  })
  const isConfirmed = hold === null && values.reason.trim() !== '' && values.memberId === expected
  return (
    <FormDialog
      title={title}
      size="large"
      hasDraft={values.reason + values.memberId !== ''}
      {...form}
      // Enter in a field must not erase
      submitByEnter={false}
      onClose={onClose}
      submitLabel={title}
      submitVariant="delete"
      submitDisabled={!isConfirmed}
      lead={
        <Button quiet startIcon={ArchiveIcon} onClick={onExport}>
          Download everything
        </Button>
      }
    >
      {hold ? (
        <HoldNote hold={hold} action={<LiftButton userId={user.id} onLifted={onLifted} />} />
      ) : (
        <p>
          <b>
            {isolate(name)}
            {user.memberId && `, ${isolate(user.memberId)}`}
          </b>
          , leaves every list at once. This cannot be undone.
        </p>
      )}
      <WhatGoes {...preview} />
      {!hold && (
        <>
          <TextField
            label="Reason"
            help="It is kept with the erasure. Name no health data in it."
            {...field('reason')}
          />
          <TextField
            label={user.memberId ? 'Member id' : 'User id'}
            help={
              <>
                Type <b>{isolate(expected)}</b> to confirm.
              </>
            }
            autoComplete="off"
            spellCheck={false}
            {...field('memberId')}
          />
        </>
      )}
    </FormDialog>
  )
}

function LiftButton({ userId, onLifted }: { userId: string; onLifted: () => void }) {
  const lift = useMutation({
    mutationFn: liftHold,
    onSuccess: () => {
      toast.success('The hold is lifted')
      onLifted()
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button size="small" busy={lift.isPending} onClick={() => lift.mutate({ userId })}>
      Lift the hold
    </Button>
  )
}

function WhatGoes({ reports, bytes, generated, entries }: ErasurePreview) {
  return (
    <div className={styles.columns}>
      <section>
        <h3 className="caps">What goes</h3>
        <p>
          <b>The user</b>
          name, member id, date of birth, e-mail
        </p>
        <p>
          <b>
            {formatCount(reports)} {reports === 1 ? 'report' : 'reports'}
          </b>
          {generated ? `${daysFrom(generated)}, ${formatBytes(bytes)}` : 'none was generated'}
        </p>
      </section>
      <section>
        <h3 className="caps">What stays</h3>
        <p>
          <b>
            {formatCount(entries)} {entries === 1 ? 'entry' : 'entries'} of the audit log
          </b>
          They name ids alone.
        </p>
        <p>
          <b>Backups made until now</b>
          until they are thrown away
        </p>
        <p>
          <b>Hospital patients</b>
          Another register: nothing is erased there.
        </p>
      </section>
    </div>
  )
}

function daysFrom({ first, last }: NonNullable<ErasurePreview['generated']>): string {
  const [from, to] = [first, last].map((seconds) => formatDate(fromEpochSeconds(seconds)))
  return from === to ? `${from}` : `${from} to ${to}`
}
