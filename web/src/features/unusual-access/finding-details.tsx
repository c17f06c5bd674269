import type { AccessFinding } from '@health-console/contract/audit/unusual-access.ts'
import { Reason } from '@health-console/contract/values/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useFailedQuery } from '../../api/use-failed-query.ts'
import { formatDateTime, formatShortDateTime } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ErrorLine } from '../../ui/page/error-panel.tsx'
import { noFilters } from '../audit/audit-state.ts'
import styles from './finding-details.module.css'
import { foldEntries } from '../audit/fold-entries.ts'
import { entriesBehindQuery, filtersOf, useAnswer } from './queries.ts'
import { failedToFetch } from '../audit/queries.ts'
import { StepRow } from '../audit/visit-details.tsx'
import steps from '../audit/visit-details.module.css'

const shownLines = 5

/** The newest entries behind a finding, and the answer or the form for it. */
export function FindingDetails({ finding }: { finding: AccessFinding }) {
  const query = useQuery(entriesBehindQuery(finding))
  const failed = useFailedQuery(query)
  const entries = (query.data?.data ?? []).filter(({ how }) => how === 'view' || how === 'download')
  const { answer } = finding
  return (
    <div className={`${steps.details} ${steps.findings}`}>
      {failed && <ErrorLine title={failedToFetch} {...failed} />}
      <ol>
        {foldEntries(entries)
          .slice(0, shownLines)
          .map((line) => (
            <StepRow key={line.id} step={{ line, times: 1, shown: 0 }} time={formatShortDateTime(line.entries[0].at)} />
          ))}
      </ol>
      <div className={styles.below}>
        <Link className="link" to="/audit" search={{ ...noFilters, ...filtersOf(finding) }} preload={false}>
          {finding.entries === 1 ? 'Show the entry' : `Show all ${formatCount(finding.entries)} entries`}
        </Link>
        {answer ? (
          <p>
            “{isolate(answer.sentence)}”{' '}
            <span className="muted">{`${answer.by === null ? 'A former admin' : isolate(answer.by)}, ${formatDateTime(answer.at)} UTC`}</span>
          </p>
        ) : (
          !finding.isOwn && <AnswerForm finding={finding} />
        )}
      </div>
    </div>
  )
}

/** The console suggests no answer: both buttons are alike. */
function AnswerForm({ finding }: { finding: AccessFinding }) {
  const [sentence, setSentence] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const answer = useAnswer(finding.id)
  const isEmpty = sentence.trim() === ''
  const send = (kind: 'explained' | 'follow_up') => {
    if (isEmpty) return field.current?.focus()
    const checked = Reason.safeParse(sentence)
    setError(checked.error?.issues[0]?.message)
    if (checked.success) answer.mutate({ kind, sentence: checked.data })
    else field.current?.focus()
  }
  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <div className={styles.field}>
        <TextField
          ref={field}
          label="What was it?"
          help="Your answer is saved with your name. It can’t be changed."
          error={error}
          value={sentence}
          onChange={({ target }) => setSentence(target.value)}
        />
      </div>
      <Button aria-disabled={isEmpty || undefined} busy={answer.isPending} onClick={() => send('explained')}>
        Explained
      </Button>
      <Button aria-disabled={isEmpty || undefined} busy={answer.isPending} onClick={() => send('follow_up')}>
        Follow up
      </Button>
    </form>
  )
}
