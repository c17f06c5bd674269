import { Button } from '../../ui/buttons/button.tsx'
import styles from './email-problems.module.css'
import type { EmailProblem } from './read-emails.ts'

type EmailProblemsProps = { problems: EmailProblem[]; onCorrect: (problems: EmailProblem[]) => void }

/** The email addresses that cannot be invited, each with a button that removes it. */
export function EmailProblems({ problems, onCorrect }: EmailProblemsProps) {
  const areAllRemoved = problems.every(({ remove }) => remove !== null)
  return (
    <div aria-live="polite">
      {problems.length > 0 && (
        <div className={styles.problems}>
          <ul>
            {problems.map((problem) => {
              const { index, message, remove } = problem
              const label = remove === null ? 'Correct' : 'Remove'
              return (
                <li key={`${index} ${remove}`}>
                  <span>{message}</span>
                  <Button
                    size="small"
                    quiet
                    aria-label={`${label} ${remove ?? message}`.trim()}
                    onClick={() => onCorrect([problem])}
                  >
                    {label}
                  </Button>
                </li>
              )
            })}
          </ul>
          {problems.length > 1 && (
            <Button size="small" onClick={() => onCorrect(problems)}>
              {areAllRemoved ? `Remove these ${problems.length} email addresses` : `Correct all ${problems.length}`}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
