import type { ErasurePreview } from '@health-console/contract/users/erasures.ts'
import { confirmationOf, isConfirmation } from '@health-console/contract/values/ids.ts'
import { Reason } from '@health-console/contract/values/text.ts'
import { type EndUser, userFactNames, userFields } from '@health-console/contract/users/users.ts'
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
import { showFailure } from '../../api/show-failure.ts'
import { toast } from '../../ui/toasts.ts'
import styles from './erase-dialog.module.css'
import { LegalHoldNote } from './legal-hold-note.tsx'
import { erasureQuery, eraseUser, removeLegalHold } from './queries.ts'
import { Data } from '../../ui/values/data.tsx'

type EraseDialogProps = {
  user: EndUser
  name: string
  onErased: () => void
  onExport: () => void
  onClose: () => void
}

const title = 'Erase user'

/** Shows what erasing a user removes and keeps, and erases. Mount it when it opens. */
export function EraseDialog(props: EraseDialogProps) {
  const preview = useQuery(erasureQuery(props.user.id))
  const data = preview.data?.data
  if (data) return <EraseForm {...props} preview={data} onRemoved={() => void preview.refetch()} />
  return (
    <InfoDialog title={title} size="large" onClose={props.onClose}>
      <Fetched query={preview} failure="Couldn’t load what would be erased">
        {() => null}
      </Fetched>
    </InfoDialog>
  )
}

type EraseFormProps = EraseDialogProps & { preview: ErasurePreview; onRemoved: () => void }

function EraseForm({ user, name, preview, onErased, onExport, onClose, onRemoved }: EraseFormProps) {
  const { hold, reports } = preview
  const expected = confirmationOf(user)
  const { field, values, ...form } = useMutationForm({
    schema: z.object({ reason: Reason, memberId: z.string() }),
    defaultValues: { reason: '', memberId: '' },
    mutation: useMutation({ mutationFn: eraseUser }),
    send: (values) => ({ userId: user.id, ...values }),
    onSuccess: () => {
      toast.success(reports === 0 ? 'User erased' : 'User erased. Their reports are being deleted.')
      onErased()
    },
  })
  const isConfirmed = hold === null && values.reason.trim() !== '' && isConfirmation(values.memberId, expected)
  return (
    <FormDialog
      title={title}
      size="large"
      hasDraft={values.reason + values.memberId !== ''}
      {...form}
      // Pressing Enter in a field must not erase.
      submitByEnter={false}
      onClose={onClose}
      submitLabel={title}
      submitVariant="delete"
      submitDisabled={!isConfirmed}
      lead={
        <Button quiet startIcon={ArchiveIcon} onClick={onExport}>
          Export all data
        </Button>
      }
    >
      {hold ? (
        <LegalHoldNote hold={hold} action={<RemoveButton userId={user.id} onRemoved={onRemoved} />} />
      ) : (
        <p>
          Erase{' '}
          <b>
            <Data>{user.memberId ? `${isolate(name)} (${isolate(user.memberId)})` : name}</Data>
          </b>
          ? They’ll no longer appear in lists and searches of users. This can’t be undone.
        </p>
      )}
      <ErasureSummary {...preview} />
      {!hold && (
        <>
          <TextField
            label="Reason"
            help="Super admins can read it in the audit log. Don’t include health data."
            {...field('reason')}
          />
          <TextField
            label={user.memberId ? 'Member ID' : 'User ID'}
            help={
              <>
                Type{' '}
                <b>
                  <Data>{expected}</Data>
                </b>{' '}
                to confirm.
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

function RemoveButton({ userId, onRemoved }: { userId: string; onRemoved: () => void }) {
  const lift = useMutation({
    mutationFn: removeLegalHold,
    onSuccess: () => {
      toast.success('Legal hold removed')
      onRemoved()
    },
    onError: (error) => showFailure(error),
  })
  return (
    <Button size="small" busy={lift.isPending} onClick={() => lift.mutate({ userId })}>
      Remove legal hold
    </Button>
  )
}

/** Everything that is known about a user: “name, Member ID, date of birth, email address”. */
const erasedFields = ['name', ...userFactNames.map((field) => userFields[field].noun)].join(', ')

function ErasureSummary({ hold, reports, bytes, generated, entries }: ErasurePreview) {
  const verb = hold ? 'Would' : 'Will'
  return (
    <div className={styles.columns}>
      <section>
        <h3 className="caps">{verb} be erased</h3>
        <p>
          <b>The user</b>
          {erasedFields}
        </p>
        <p>
          <b>
            {formatCount(reports)} {reports === 1 ? 'report' : 'reports'}
          </b>
          {generated ? `${daysFrom(generated)}, ${formatBytes(bytes)}` : 'no reports'}
        </p>
      </section>
      <section>
        <h3 className="caps">{verb} be kept</h3>
        <p>
          <b>
            {formatCount(entries)} audit log {entries === 1 ? 'entry' : 'entries'}
          </b>
          They contain IDs, but no names or values. Your reason is kept with them.
        </p>
        <p>
          <b>Existing backups</b>
          They keep the data until they’re deleted.
        </p>
        <p>
          <b>Hospital patients</b>
          Stored separately; not affected.
        </p>
      </section>
    </div>
  )
}

function daysFrom({ first, last }: NonNullable<ErasurePreview['generated']>): string {
  const [from, to] = [first, last].map((seconds) => formatDate(fromEpochSeconds(seconds)))
  return from === to ? `${from}` : `${from} to ${to}`
}
