import { maxPromptTextBytes } from '@health-console/contract/files.ts'
import type { PromptDifference } from '@health-console/formats/prompt-difference.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { formatCount } from '../../lib/numbers.ts'
import type { FileRow } from './file-rows.ts'
import { promptTextQuery } from './queries.ts'
import styles from './prompt-changes.module.css'

/** The lines in which the chosen prompt differs from the current one. */
export function PromptChanges({ current, file }: { current: FileRow; file: File }) {
  const isComparable = current.version > 0 && Math.max(current.size, file.size) <= maxPromptTextBytes
  const { data } = useQuery({ ...promptTextQuery(current.id, current.version), enabled: isComparable })
  const difference = useDifference(data?.data.text, isComparable ? file : null)
  if (difference === undefined) return null
  if (difference === null) return <p className={styles.remark}>The text is largely new.</p>
  if (difference.hunks.length === 0) return <p className={styles.remark}>The text is the same as the current one.</p>
  return (
    <section aria-label="Changes to the current prompt">
      <p className={styles.remark}>
        {formatCount(difference.addedLines)} {difference.addedLines === 1 ? 'line' : 'lines'} added,{' '}
        {formatCount(difference.removedLines)} removed
      </p>
      {/* a scrolling box must be reachable by keyboard */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.changes} tabIndex={0} role="region" aria-label="Changed lines">
        {difference.hunks.flatMap((hunk) =>
          hunk.lines.map((line, index) => (
            <Line key={`${hunk.beforeLine} ${hunk.afterLine} ${index}`} kind={line.kind} text={line.text} />
          )),
        )}
      </div>
    </section>
  )
}

const signs = { same: ' ', added: '+', removed: '-' } as const
const tags = { same: 'span', added: 'ins', removed: 'del' } as const

function Line({ kind, text }: PromptDifference['hunks'][number]['lines'][number]) {
  const Tag = tags[kind]
  return (
    <Tag className={classNames(styles.line, styles[kind])}>
      {signs[kind]} {text}
    </Tag>
  )
}

/** Undefined until it is known; null if the texts have too little in common. */
function useDifference(before: string | undefined, file: File | null): PromptDifference | null | undefined {
  const [difference, setDifference] = useState<PromptDifference | null>()
  useEffect(() => {
    if (before === undefined || !file) return
    let isWanted = true
    void (async () => {
      const { comparePrompts } = await import('@health-console/formats/prompt-difference.ts')
      const found = await comparePrompts(before, await file.text())
      if (isWanted) setDifference(found)
    })()
    return () => void (isWanted = false)
  }, [before, file])
  return difference
}
