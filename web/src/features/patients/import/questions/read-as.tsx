import type { ImportReading } from '@health-console/contract/patient-questions.ts'
import { formatDate } from '../../../../lib/dates.ts'
import { formatCount } from '../../../../lib/numbers.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import styles from '../tables/import-parts.module.css'
import { Data } from '../../../../ui/values/data.tsx'

type ReadAsProps = {
  reading: ImportReading
  /** How many questions were answered, not counting remembered answers. */
  answered: number
  /** Null while nothing can be changed. */
  onChange: (() => void) | null
  onForget: () => void
}

/** Says whose answers are used to read the file. Nothing is shown for a file that needed no answers. */
export function ReadAs({ reading, answered, onChange, onForget }: ReadAsProps) {
  const { remembered } = reading
  if (!remembered && (answered === 0 || !onChange)) return null
  return (
    <div className={styles.readAs}>
      {remembered ? (
        <span>
          <span>Using {answers(remembered.answers)} from </span>
          <b>
            <Data>{remembered.adminName}</Data>
          </b>{' '}
          <span>({formatDate(remembered.at)})</span>
          <span>
            {onChange && answered > 0 && ` and ${formatCount(answered)} new ${answered === 1 ? 'one' : 'ones'}`}
          </span>
        </span>
      ) : (
        <span>Using {formatCount(answered)} of your answers</span>
      )}
      <span>
        {onChange && (
          <Button quiet size="small" aria-label="Change the answers" onClick={onChange}>
            Change
          </Button>
        )}
        {remembered && (
          <Button quiet size="small" onClick={onForget}>
            Forget answers
          </Button>
        )}
      </span>
    </div>
  )
}

const answers = (count: number) => `${formatCount(count)} ${count === 1 ? 'answer' : 'answers'}`
