import type { FileFacts } from '@health-console/contract/files/facts.ts'
import type { FileVersion } from '@health-console/contract/files/files.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowRightIcon, CircleCheckIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { fromEpochSeconds } from '../../../lib/dates.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Timestamp } from '../../../ui/dates/timestamp.tsx'
import { VersionPlate } from '../../../ui/values/version-plate.tsx'
import { factsOf } from '../facts.ts'
import { Notices } from '../facts-table.tsx'
import { uploaderOf } from '../who-uploaded.ts'
import { factsQuery } from '../queries.ts'
import styles from './version-differences.module.css'
import { VersionHash } from './version-hash.tsx'
import { Data } from '../../../ui/values/data.tsx'

export type Compared = {
  fileId: string
  version: FileVersion
  /** Null if no version is current. */
  current: FileVersion | null
  checks: string[]
}

/** A version beside the current one: who uploaded it, what differs, what is unusual, and what was checked. */
export function VersionDifferences({
  compared: { fileId, version, current, checks },
  word,
  meId,
  children,
}: {
  compared: Compared
  /** The state of the version: "Awaiting approval". */
  word: string
  meId: string
  /** Notes that are shown above the table. */
  children?: ReactNode
}) {
  const facts = useFacts(fileId, version)
  const before = useFacts(fileId, current)
  const isLoaded = facts !== undefined && (current === null || before !== undefined)
  const isOther = current !== null && current.version !== version.version
  return (
    <>
      <div className={styles.swap}>
        {isOther && (
          <>
            <VersionPlate version={current.version} />
            <Icon icon={ArrowRightIcon} />
          </>
        )}
        <VersionPlate version={version.version} next />
        <span>
          Uploaded by <b>{version.uploadedBy?.id === meId ? 'you' : <Data>{uploaderOf(version)}</Data>}</b>,{' '}
          <Timestamp time={fromEpochSeconds(version.createdAt)} /> UTC
          <br />
          <b>
            <Data>{version.filename}</Data>
          </b>
        </span>
      </div>
      {children}
      {isLoaded && (
        <table className={styles.facts}>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">Property</span>
              </th>
              {isOther && (
                <th scope="col">
                  <VersionPlate version={current.version} /> <span className={`caps ${styles.word}`}>Current</span>
                </th>
              )}
              <th scope="col">
                <VersionPlate version={version.version} next /> <span className={`caps ${styles.word}`}>{word}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rowsOf({ version, facts }, isOther ? { version: current, facts: before } : null).map((row) => (
              <tr key={row.term}>
                <th scope="row">{row.term}</th>
                {isOther && <td>{row.isChanged ? <s>{row.before}</s> : row.before}</td>}
                <td>
                  {!isOther ? row.after : row.isChanged ? <b>{row.after}</b> : <span className="muted">unchanged</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {facts && <Notices notices={facts.notices} />}
      {checks.length > 0 && (
        <p className={styles.passed}>
          <Icon icon={CircleCheckIcon} />
          <span>
            <b>{checks.length} checks passed:</b> {inWords(checks)}
          </span>
        </p>
      )}
    </>
  )
}

/** Undefined until they are known. */
export function useFacts(fileId: string, version: FileVersion | null): FileFacts | undefined {
  const { data } = useQuery({ ...factsQuery(fileId, version?.version ?? 0), enabled: version !== null })
  return data?.data
}

type Described = { version: FileVersion; facts: FileFacts | undefined }
type Row = { term: string; before: ReactNode; after: ReactNode; isChanged: boolean }

function rowsOf(after: Described, before: Described | null): Row[] {
  const texts = new Map(before ? textsOf(before) : [])
  const hashes = [before?.version.sha256 ?? null, after.version.sha256]
  return [
    ...textsOf(after).map(([term, text]) => {
      const old = texts.get(term) ?? '-'
      return { term, before: old, after: text, isChanged: old !== text }
    }),
    {
      term: 'SHA-256',
      before: before && <VersionHash version={before.version} />,
      after: <VersionHash version={after.version} />,
      isChanged: hashes[0] !== hashes[1] || hashes[0] === null,
    },
  ]
}

const textsOf = ({ version, facts }: Described): [string, string][] => [
  ...(facts ? factsOf(facts) : []),
  ['Size', formatBytes(version.size)],
]

/** The names of the checks in a sentence: "Whole file, tensors, types." */
function inWords(checks: string[]): string {
  const words = checks.join(', ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`
}
