import type { FileFacts } from '@health-console/contract/files/facts.ts'
import { Note } from '../../ui/page/note.tsx'
import { Data } from '../../ui/values/data.tsx'
import { factsOf } from './facts.ts'
import styles from './facts-table.module.css'

/** The declared content of a file, beside the current version if there is one, and anything unusual in it. */
export function FileFactsTable({
  facts,
  current,
}: {
  facts: FileFacts
  current?: { version: number; facts: FileFacts | null }
}) {
  const before = current?.facts && new Map(factsOf(current.facts))
  return (
    <>
      <table className={styles.facts}>
        {current && (
          <thead>
            <tr>
              <th scope="col">Property</th>
              <th scope="col">This file</th>
              <th scope="col">Version {current.version}</th>
            </tr>
          </thead>
        )}
        <tbody>
          {factsOf(facts).map(([term, value]) => (
            <tr key={term} className={before && before.get(term) !== value ? styles.changed : undefined}>
              <th scope="row">{term}</th>
              <td>{value}</td>
              {current && <td>{before?.get(term) ?? '-'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <Notices notices={facts.notices} />
    </>
  )
}

export function Notices({ notices }: { notices: string[] }) {
  return notices.map((notice) => (
    <Note key={notice} tone="warning">
      <bdi>
        <Data>{notice}</Data>
      </bdi>
    </Note>
  ))
}
