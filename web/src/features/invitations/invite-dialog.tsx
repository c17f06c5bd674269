import { InviteRole } from '@health-console/contract/staff/invitations.ts'
import * as z from 'zod/mini'
import { ApiError } from '../../api/errors.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useMutationForm } from '../../forms/use-mutation-form.ts'
import { sendsMail } from '../../shell/page-settings.ts'
import { Segments } from '../../ui/buttons/segments.tsx'
import { Note } from '../../ui/page/note.tsx'
import { TextArea } from '../../ui/fields/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { EmailErrors } from './email-errors.tsx'
import { linksIn, type InvitationLink } from './invitation-links.ts'
import { useInvite } from './queries.ts'
import { pasteEmails } from './split-emails.ts'
import { correctList, readEmails, type EmailError } from './read-emails.ts'

const Form = z.object({
  emails: z.string().check(
    z.superRefine((text, context) => {
      const { error } = readEmails(text)
      if (error) context.addIssue(error)
    }),
  ),
  role: InviteRole,
})

const roles = [
  { value: 'super_admin', label: 'Super admin' },
  { value: 'admin', label: 'Admin' },
] as const

type InviteDialogProps = {
  /** The console sends no email, so the links are shown to the inviting admin. */
  onLinks: (links: InvitationLink[]) => void
  onClose: () => void
}

/** Invites admins. Mount it when it opens, because closing it discards what was typed. */
export function InviteDialog({ onLinks, onClose }: InviteDialogProps) {
  const invite = useInvite()
  const { field, setField, setFocus, values, ...form } = useMutationForm({
    schema: Form,
    defaultValues: { emails: '', role: 'admin' },
    fieldOf: { 'users.email': 'emails' },
    mutation: invite,
    send: ({ emails, role }) => ({ emails: readEmails(emails).emails, role }),
    onSuccess: ({ data }) => {
      const links = linksIn(data.results.success)
      if (links.length > 0) onLinks(links)
      else toast.success('Invite successfully sent')
      onClose()
    },
  })
  const { error, ...emails } = field('emails')
  const found = readEmails(values.emails)
  const rejected = error && !found.error ? rejectedEmails(invite.error, invite.variables) : []

  const correct = (chosen: EmailError[]) => {
    setField('emails', correctList(values.emails, chosen))
    setFocus('emails')
  }

  return (
    <FormDialog
      title="Invite admins"
      hasDraft={values.emails.trim() !== ''}
      {...form}
      onClose={onClose}
      submitLabel="Send invites"
    >
      {!sendsMail && <Note>This console can’t send email. You’ll get a link for each person, to send yourself.</Note>}
      <Segments legend="Role" options={roles} value={values.role} onChange={(role) => setField('role', role)} />
      <div>
        <TextArea
          label="Email addresses"
          placeholder="Enter comma-separated e-mails"
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={rejected.length > 0 ? 'No invites were sent.' : error}
          onPaste={pasteEmails}
          {...emails}
        />
        <EmailErrors emailErrors={error ? [...found.emailErrors, ...rejected] : []} onCorrect={correct} />
      </div>
      <div aria-live="polite">
        {values.role === 'super_admin' ? (
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

/** The submitted email addresses that the server does not accept. */
function rejectedEmails(error: Error | null, sent: { emails: string[] } | undefined): EmailError[] {
  if (!(error instanceof ApiError)) return []
  return error.fields.flatMap(({ path, message }) => {
    const place = /^users\.(\d+)\.email$/.exec(path)?.[1]
    return place === undefined ? [] : [{ index: Number(place), message, remove: sent?.emails[Number(place)] ?? '' }]
  })
}
