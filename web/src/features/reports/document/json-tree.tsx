import { foldSearch } from '@health-console/contract/values/search-text.ts'
import { ChevronDownIcon } from 'lucide-react'
import { formatCount } from '../../../lib/numbers.ts'
import { Icon } from '../../../ui/icon.tsx'
import { type Branch, entriesOf, type Entry, hasText, isBranch, seriesOf, textOf } from './json.ts'
import styles from './json-tree.module.css'
import { Line } from './line.tsx'
import { Marked } from './marked.tsx'
import { useSteps } from './use-steps.tsx'

const longList = 12

/**
 * The keys and values of a document, collapsed where there are many. If there is a search text, only those that contain
 * it are shown.
 */
export function JsonTree({ branch, text }: { branch: Branch; text: string }) {
  const { shown, more } = useSteps(entriesOf(branch).filter((entry) => hasText(entry, text)))
  return (
    <>
      <ul className={styles.tree}>
        {shown.map((entry) => (
          <li key={entry.key}>
            <Value entry={entry} text={text} />
          </li>
        ))}
      </ul>
      {more}
    </>
  )
}

function Value({ entry: { key, value }, text }: { entry: Entry; text: string }) {
  if (!isBranch(value)) {
    return (
      <div className={styles.leaf}>
        <span className={styles.key}>
          <Marked text={text}>{key}</Marked>
        </span>
        <span className={styles.value} translate="no">
          <Marked text={text}>{textOf(value)}</Marked>
        </span>
      </div>
    )
  }
  const length = entriesOf(value).length
  const series = seriesOf(value)
  // Below a matching key, everything is shown.
  const below = foldSearch(key).includes(foldSearch(text)) ? '' : text
  return (
    <details open={text !== '' || (!series && length <= longList)}>
      <summary>
        <Icon icon={ChevronDownIcon} />
        <span className={styles.key}>
          <Marked text={text}>{key}</Marked>
        </span>
        {series ? <Line numbers={series} /> : <span className="unit">{formatCount(length)}</span>}
      </summary>
      <JsonTree branch={value} text={below} />
    </details>
  )
}
