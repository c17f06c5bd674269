import { getImportedIds, type PatientImportEntry } from '@health-console/contract/patients/imports.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOptionsFor } from '../../api/client.ts'
import { Fetched } from '../../api/fetched.tsx'
import { formatBytes } from '../../lib/bytes.ts'
import { formatExactTime } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Disclosure } from '../../ui/page/disclosure.tsx'
import { type Pair, PairsList } from '../../ui/page/pairs-list.tsx'
import { Data } from '../../ui/values/data.tsx'
import { Sha256 } from '../../ui/values/sha256.tsx'
import { describeAnswers } from './import/tables/describe-answers.ts'

/** The file of an import, how it was read and why it was imported, and the member IDs that it added and removed. */
export function HistoryDetails({ entry }: { entry: PatientImportEntry }) {
  const [isOpen, setIsOpen] = useState(false)
  const { fileName, sizeBytes, sha256, sheetNames, answers, findings, warningCount, reason, restoredFrom } = entry
  return (
    <Disclosure label="Details" onToggle={setIsOpen}>
      <PairsList
        pairs={[
          [
            'File',
            <span key="file">
              <Data>{fileName}</Data> <span className="unit">{formatBytes(sizeBytes)}</span>
            </span>,
          ],
          ...(sheetNames ?? []).map((name): Pair => ['Sheet', <Data key={name}>{name}</Data>]),
          ['SHA-256', <Sha256 key="hash" sha256={sha256} of={fileName} />],
          ['Restored', restoredFrom && `the table imported on ${formatExactTime(restoredFrom)}`],
          ['Answers', answers && (describeAnswers(answers).join(' · ') || 'No questions were asked about this file.')],
          ['Warnings', warningsOf(warningCount)],
          ...(findings ?? []).map(({ title }): Pair => ['Finding', title]),
          ['Reason', reason !== null && <Data key="reason">{`“${reason}”`}</Data>],
        ]}
      />
      {isOpen && restoredFrom === null && sheetNames && <ImportedIds entry={entry} />}
    </Disclosure>
  )
}

const warningsOf = (count: number | null) =>
  count !== null && count > 0 && `${formatCount(count)} ${count === 1 ? 'value' : 'values'} looked wrong`

function ImportedIds({ entry }: { entry: PatientImportEntry }) {
  const ids = useQuery(queryOptionsFor(getImportedIds, { params: { id: entry.id } }))
  return (
    <Fetched query={ids} failure="Couldn’t load the Member IDs">
      {({ data: { added, removed } }) => (
        <PairsList
          pairs={[
            ['New', listed(added, entry.added)],
            ['Removed', listed(removed, entry.removed)],
          ]}
        />
      )}
    </Fetched>
  )
}

/** Lists IDs: "7, 8, 9". If there are more than are stored: "the first 1,000 of 2,400: 1, 2, …". */
function listed(ids: readonly string[], count: number | null): string {
  if (ids.length === 0) return 'none'
  const isCut = count !== null && count > ids.length
  const howMany = isCut ? `the first ${formatCount(ids.length)} of ${formatCount(count)}: ` : ''
  return `${howMany}${ids.map(isolate).join(', ')}`
}
