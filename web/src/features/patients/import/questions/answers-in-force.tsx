import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { AnswerSource, ImportReading } from '@health-console/contract/patients/questions.ts'
import { formatDate } from '../../../../lib/dates.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Data } from '../../../../ui/values/data.tsx'
import { describeAnswers } from '../tables/describe-answers.ts'
import styles from '../tables/import-parts.module.css'

type AnswersInForceProps = {
  reading: ImportReading
  /** Null while the answers of this import are being changed, which shows them. */
  onChange: (() => void) | null
  onForget: () => void
}

/** Every answer that decides how the file is read, with who gave it. Nothing is shown for a file that needed none. */
export function AnswersInForce({ reading, onChange, onForget }: AnswersInForceProps) {
  const sources = (reading.sources ?? []).filter(({ kind }) => kind !== 'given' || onChange)
  if (sources.length === 0) return null
  const isEarlier = sources.some(({ kind }) => kind !== 'given')
  return (
    <section className={styles.inForce} aria-label="Answers for this file">
      {sources.map((source) => (
        <div key={`${source.kind} ${source.at}`}>
          <p>
            <SourceName source={source} />
          </p>
          <AnswerList answers={source.answers} reading={reading} />
        </div>
      ))}
      <div>
        {onChange && (
          <Button quiet size="small" aria-label="Change the answers" onClick={onChange}>
            Change
          </Button>
        )}
        {isEarlier && (
          <Button quiet size="small" onClick={onForget}>
            Forget answers
          </Button>
        )}
      </div>
    </section>
  )
}

type Source = Pick<AnswerSource, 'at' | 'adminName'>

function SourceName({ source: { kind, at, adminName } }: { source: Pick<AnswerSource, 'kind'> & Source }) {
  if (kind === 'given') return <b>Your answers for this file</b>
  if (kind === 'kept') return <b>Your answers of {formatDate(at)}</b>
  return (
    <>
      <b>Remembered from {formatDate(at)}</b>, answered by <Data>{adminName}</Data>
    </>
  )
}

/** What will be forgotten: the answers kept for this file, and all that are remembered for its headings. */
export function AnswersToForget({ reading }: { reading: ImportReading }) {
  const kept = (reading.sources ?? []).filter(({ kind }) => kind === 'kept')
  const stored = (reading.remembered?.stored ?? []).map((part) => ({ kind: 'remembered' as const, ...part }))
  return (
    <>
      <p>You’ll be asked again for this file and for the next one with the same headings.</p>
      {[...kept, ...stored].map((source) => (
        <div key={`${source.kind} ${source.at}`} className={styles.toForget}>
          <p>
            <SourceName source={source} />
          </p>
          <AnswerList answers={source.answers} reading={reading} />
        </div>
      ))}
    </>
  )
}

function AnswerList({ answers, reading }: { answers: ImportAnswers; reading: ImportReading }) {
  return (
    <ul>
      {describeAnswers(answers, (key, word) => countRows(reading, key, word)).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** In how many rows a value occurs; undefined if it is not known. */
function countRows({ questions, columns, fileColumns }: ImportReading, key: string, word: string): number | undefined {
  const question = questions.find((each) => each.kind === 'words' && each.column === key)
  const heading = columns.find(({ column }) => column === key)?.heading
  const listed =
    question?.kind === 'words' ? question.words : fileColumns.find((column) => column.heading === heading)?.words
  return listed?.find(({ text }) => text === word)?.rows
}
