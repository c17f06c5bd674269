import { type Passkey, PasskeyName } from '@health-console/contract/staff/passkeys.ts'
import { PencilIcon, TrashIcon } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useMutationForm } from '../../forms/use-mutation-form.ts'
import { isolate } from '../../lib/isolate.ts'
import { Badge } from '../../ui/values/badge.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import { useRenamePasskey } from './queries.ts'
import styles from './second-factor.module.css'
import { useConfirmRemove } from './use-confirm-remove.ts'
import { Data } from '../../ui/values/data.tsx'

type PasskeyListProps = {
  passkeys: Passkey[]
  /** There is no other factor, so that only the password is needed after this one is removed. */
  isLast: boolean
  next: Parameters<typeof useConfirmRemove>[0]
}

export function PasskeyList({ passkeys, isLast, next }: PasskeyListProps) {
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const confirmRemove = useConfirmRemove(next)

  const remove = ({ id, name }: Passkey) =>
    confirmRemove(
      { passkeyId: id },
      {
        title: 'Remove the passkey?',
        body: (
          <>
            <b>
              <Data>{name}</Data>
            </b>{' '}
            will no longer sign you in.{' '}
            <span>
              {isLast &&
                'You have no other passkey and no authenticator app: after this you’ll sign in with just your password, and your recovery codes will stop working. '}
            </span>
            Also delete it from your device or password manager.
          </>
        ),
        confirmLabel: 'Remove',
        done: (
          <>
            <Data>{name}</Data> removed
          </>
        ),
      },
    )

  return (
    <>
      <ul className={styles.passkeys} aria-label="Passkeys">
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <div className={styles.what}>
              <span className={styles.name}>
                <b>{passkey.name}</b>
                {passkey.isSynced && <Badge colour="grey" label="Synced" />}
              </span>
              <p className={styles.hint}>
                <span>
                  Added <Timestamp time={passkey.createdAt} />,
                </span>{' '}
                {passkey.lastUsedAt ? (
                  <>
                    last used <Timestamp time={passkey.lastUsedAt} />
                  </>
                ) : (
                  <span>not used yet</span>
                )}
              </p>
            </div>
            <IconButton
              icon={PencilIcon}
              label={`Rename ${isolate(passkey.name)}`}
              onClick={() => setRenaming(passkey)}
            />
            <IconButton icon={TrashIcon} label={`Remove ${isolate(passkey.name)}`} onClick={() => remove(passkey)} />
          </li>
        ))}
      </ul>
      {renaming && <RenamePasskeyDialog passkey={renaming} onClose={() => setRenaming(null)} />}
    </>
  )
}

const Form = z.object({ name: PasskeyName })

type RenamePasskeyDialogProps = { passkey: Passkey; onClose: () => void }

function RenamePasskeyDialog({ passkey: { id, name }, onClose }: RenamePasskeyDialogProps) {
  const { field, isDirty, ...form } = useMutationForm({
    schema: Form,
    defaultValues: { name },
    mutation: useRenamePasskey(),
    send: (values) => ({ passkeyId: id, name: values.name }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      size="small"
      title="Rename the passkey"
      hasDraft={isDirty}
      {...form}
      onClose={onClose}
      submitLabel="Save"
      submitDisabled={!isDirty}
    >
      <TextField label="Name" {...field('name')} />
    </FormDialog>
  )
}
