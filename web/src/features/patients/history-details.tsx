import { getImportedIds, type PatientImportEntry } from '@health-console/contract/patient-imports.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOptionsFor } from '../../api/client.ts'
import { Fetched } from '../../api/fetched.tsx'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Disclosure } from '../../ui/page/disclosure.tsx'
import { describeAnswers } from './import/tables/describe-answers.ts'
import styles from './history-dialog.module.css'

/** The answers of an import and, on request, the member IDs that it added and removed. */
export function HistoryDetails({ entry }: { entry: PatientImportEntry }) {
  const [isOpen, setIsOpen] = useState(false)
  const answers = describeAnswers(entry.answers ?? {})
  return (
    <Disclosure
      label="How it was read, and which patients were added or removed"
      className={styles.details}
      onToggle={setIsOpen}
    >
      {answers.length > 0 && (
        <ul>
          {answers.map((answer) => (
            <li key={answer}>{answer}</li>
          ))}
        </ul>
      )}
      {answers.length === 0 && <p>No questions were asked about this file.</p>}
      {isOpen && <ImportedIds entry={entry} />}
    </Disclosure>
  )
}

function ImportedIds({ entry }: { entry: PatientImportEntry }) {
  const ids = useQuery(queryOptionsFor(getImportedIds, { params: { id: entry.id } }))
  return (
    <Fetched query={ids} failure="Couldn’t load the Member IDs">
      {({ data: { added, removed } }) => (
        <>
          <p>{listed('New', added, entry.added)}</p>
          <p>{listed('Removed', removed, entry.removed)}</p>
        </>
      )}
    </Fetched>
  )
}

/** Lists IDs: "New: 7, 8 and 9". If there are more than are stored: "New, the first 1,000 of 2,400: 1, 2, …". */
function listed(what: string, ids: readonly string[], count: number | null): string {
  if (ids.length === 0) return `${what}: none`
  const isCut = count !== null && count > ids.length
  const howMany = isCut ? `, the first ${formatCount(ids.length)} of ${formatCount(count)}` : ''
  return `${what}${howMany}: ${ids.map(isolate).join(', ')}`
}
