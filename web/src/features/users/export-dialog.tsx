import type { EndUser } from '@health-console/contract/users/users.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useMutationForm } from '../../forms/use-mutation-form.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { exportAllData } from './export-all-data.ts'
import { ReasonForm } from './reason-form.ts'
import { Data } from '../../ui/values/data.tsx'

type ExportDialogProps = { user: EndUser; name: string; onClose: () => void }

/** Saves everything about a user as one file. Mount it when it opens; closing it cancels a running download. */
export function ExportDialog({ user, name, onClose }: ExportDialogProps) {
  const [bytes, setBytes] = useState(0)
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])
  const { field, values, ...form } = useMutationForm({
    schema: ReasonForm,
    defaultValues: { reason: '' },
    mutation: useMutation({ mutationFn: exportAllData }),
    send: ({ reason }) => {
      setBytes(0)
      running.current = new AbortController()
      return { userId: user.id, reason, signal: running.current.signal, onProgress: setBytes }
    },
    onSuccess: () => {
      toast.success('File saved')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Export all data"
      hasDraft={values.reason !== ''}
      {...form}
      onClose={onClose}
      onStop={onClose}
      submitLabel="Download"
    >
      <p>
        Download one signed ZIP file with{' '}
        <b>
          <Data>{name}</Data>
        </b>
        ’s details, all their reports and a list of everyone who has accessed them. You can open it without the console.
      </p>
      <p>Hospital patient records aren’t included.</p>
      <TextField
        label="Reason"
        help="Super admins can read it in the audit log. It isn’t included in the file. Don’t include health data."
        {...field('reason')}
      />
      <p className="stamp" role="status">
        {form.pending && `${formatBytes(bytes)} received`}
      </p>
    </FormDialog>
  )
}
