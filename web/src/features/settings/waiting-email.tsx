import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toasts.ts'
import { emailChangeQuery, useCancelEmailChange } from './queries.ts'
import styles from './settings-dialog.module.css'

/** A change of e-mail that has not been confirmed yet. */
export function WaitingEmail() {
  const { data } = useQuery(emailChangeQuery)
  const cancel = useCancelEmailChange()
  const change = data?.data
  if (!change) return null
  return (
    <Note>
      <span className={styles.waiting}>
        <span>
          A link was sent to <b className={styles.email}>{change.newEmail}</b>. It works until{' '}
          {formatDateTime(change.expiresAt)} UTC.
        </span>
        <Button
          size="small"
          busy={cancel.isPending}
          onClick={() =>
            cancel.mutate(undefined, {
              onSuccess: () => {
                toast.success('Change of e-mail cancelled')
                document.querySelector<HTMLElement>('input[name=email]')?.focus()
              },
              onError: (error) => toast.error(error.message),
            })
          }
        >
          Cancel it
        </Button>
      </span>
    </Note>
  )
}
