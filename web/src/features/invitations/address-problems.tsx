import { Button } from '../../ui/button.tsx'
import styles from './address-problems.module.css'
import type { AddressProblem } from './read-emails.ts'

type AddressProblemsProps = { problems: AddressProblem[]; onRemove: () => void }

/** Which addresses of the list cannot be invited, and a way to go on with the others. */
export function AddressProblems({ problems, onRemove }: AddressProblemsProps) {
  return (
    <div aria-live="polite">
      {problems.length > 0 && (
        <div className={styles.problems}>
          <ul>
            {problems.map(({ index, message }) => (
              <li key={index}>{message}</li>
            ))}
          </ul>
          <Button size="small" onClick={onRemove}>
            {problems.length === 1 ? 'Remove this address' : `Remove these ${problems.length} addresses`}
          </Button>
        </div>
      )}
    </div>
  )
}
