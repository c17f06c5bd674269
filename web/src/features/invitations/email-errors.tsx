import { Button } from '../../ui/buttons/button.tsx'
import { Data } from '../../ui/values/data.tsx'
import styles from './email-errors.module.css'
import type { EmailError } from './read-emails.ts'

type EmailErrorsProps = { emailErrors: EmailError[]; onCorrect: (emailErrors: EmailError[]) => void }

/** The email addresses that cannot be invited, each with a button that removes it. */
export function EmailErrors({ emailErrors, onCorrect }: EmailErrorsProps) {
  const areAllRemoved = emailErrors.every(({ remove }) => remove !== null)
  return (
    <div aria-live="polite">
      {emailErrors.length > 0 && (
        <div className={styles.emailErrors}>
          <ul>
            {emailErrors.map((emailError) => {
              const { index, message, remove } = emailError
              const label = remove === null ? 'Correct' : 'Remove'
              return (
                <li key={`${index} ${remove}`}>
                  <Message {...emailError} />
                  <Button
                    size="small"
                    quiet
                    aria-label={`${label} ${remove ?? message}`.trim()}
                    onClick={() => onCorrect([emailError])}
                  >
                    {label}
                  </Button>
                </li>
              )
            })}
          </ul>
          {emailErrors.length > 1 && (
            <Button size="small" onClick={() => onCorrect(emailErrors)}>
              {areAllRemoved ? `Remove all ${emailErrors.length}` : `Correct all ${emailErrors.length}`}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** The message, in which the address is data. */
function Message({ message, remove }: EmailError) {
  const at = remove ? message.indexOf(remove) : -1
  if (!remove || at === -1) return <span>{message}</span>
  return (
    <span>
      <span>{message.slice(0, at)}</span>
      <Data>{remove}</Data>
      <span>{message.slice(at + remove.length)}</span>
    </span>
  )
}
