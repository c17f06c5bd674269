import type { InviteRole } from '@health-console/contract/invitations.ts'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ApiError } from '../../api/errors.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { RolePicker } from '../../forms/role-picker.tsx'
import { formError } from '../../forms/server-errors.ts'
import { sendsMail } from '../../shell/page-settings.ts'
import { Note } from '../../ui/page/note.tsx'
import { TextArea } from '../../ui/fields/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { EmailErrors } from './email-errors.tsx'
import { linksIn, type InvitationLink } from './invitation-links.ts'
import { useInvite } from './queries.ts'
import { pasteEmails } from './split-emails.ts'
import { correctList, readEmails, type EmailError } from './read-emails.ts'

type InviteDialogProps = {
  /** The console sends no email, so the links are shown to the inviting admin. */
  onLinks: (links: InvitationLink[]) => void
  onClose: () => void
}

/** Invites admins. Mount it when it opens, because closing it discards what was typed. */
export function InviteDialog({ onLinks, onClose }: InviteDialogProps) {
  const invite = useInvite()
  const [role, setRole] = useState<InviteRole>('admin')
  const [emailErrors, setEmailErrors] = useState<EmailError[]>([])
  const { register, handleSubmit, setError, getValues, setValue, setFocus, control, formState } = useForm({
    defaultValues: { emails: '' },
  })

  const { emails = '' } = useWatch({ control })

  const check = (text: string) => {
    const { error, emailErrors: found } = readEmails(text)
    setEmailErrors(found)
    return error ?? true
  }

  const submit = ({ emails: text }: { emails: string }) =>
    invite.mutate(
      { emails: readEmails(text).emails, role },
      {
        onSuccess: ({ data }) => {
          const links = linksIn(data.results.success)
          if (links.length > 0) onLinks(links)
          else toast.success('Invite successfully sent')
          onClose()
        },
        onError: (error, variables) => {
          const rejected = rejectedEmails(error, variables.emails)
          if (rejected.length === 0) return
          setEmailErrors(rejected)
          setError('emails', { type: 'server', message: 'No invites were sent.' }, { shouldFocus: true })
        },
      },
    )

  const correct = (chosen: EmailError[]) => {
    setValue('emails', correctList(getValues('emails'), chosen), { shouldValidate: true })
    setFocus('emails')
  }

  return (
    <FormDialog
      title="Invite admins"
      hasDraft={emails.trim() !== ''}
      pending={invite.isPending}
      error={isAboutEmails(invite.error) ? null : formError(invite.error)}
      onSubmit={(event) => void handleSubmit(submit)(event)}
      onClose={onClose}
      submitLabel="Send invites"
    >
      {!sendsMail && <Note>This console can’t send email. You’ll get a link for each person, to send yourself.</Note>}
      <RolePicker value={role} onChange={setRole} />
      <div>
        <TextArea
          label="Email addresses"
          placeholder="Enter comma-separated e-mails"
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.emails?.message}
          onPaste={pasteEmails}
          {...register('emails', { validate: check })}
        />
        <EmailErrors emailErrors={emailErrors} onCorrect={correct} />
      </div>
      <div aria-live="polite">
        {role === 'super_admin' ? (
          <Note tone="warning">
            Super admins can also read the audit log, erase users, create service accounts, invite others, revoke access
            and restore earlier versions of files and patient tables. Their access can’t be revoked in the console.
          </Note>
        ) : (
          <Note>
            Admins can view users, reports and patients, import patients and upload model files. They can’t invite
            others, revoke access, erase users, restore earlier versions or read the audit log.
          </Note>
        )}
      </div>
    </FormDialog>
  )
}

const isAboutEmails = (error: Error | null) => rejectedEmails(error, []).length > 0

/** The submitted email addresses that the server does not accept. */
function rejectedEmails(error: Error | null, sent: string[]): EmailError[] {
  if (!(error instanceof ApiError)) return []
  return error.fields.flatMap(({ path, message }) => {
    const place = /^users\.(\d+)\.email$/.exec(path)?.[1]
    return place === undefined ? [] : [{ index: Number(place), message, remove: sent[Number(place)] ?? '' }]
  })
}
