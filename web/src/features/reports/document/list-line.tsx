import { useState } from 'react'
import { foldSearch } from '@health-console/contract/values/search-text.ts'
import { ChevronDownIcon } from 'lucide-react'
import { formatCount } from '../../../lib/numbers.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './list-line.module.css'
import { pointsOf } from './line.tsx'
import { Marked } from './marked.tsx'
import { useSteps } from './use-steps.tsx'

const [width, height] = [320, 40]
/** More ticks than this would look like a bar. */
const mostTicks = 300

type ListLineProps = { numbers: number[]; texts: string[]; unit: string; text: string }

/**
 * The numbers of a list as a line over a scale with a tick for each. The colour is neutral, because the line does not
 * rate them. Opening it shows each value as it is written.
 */
export function ListLine({ numbers, texts, unit, text }: ListLineProps) {
  const [isOpen, setIsOpen] = useState(() => text !== '' && texts.some((item) => isIn(item, text)))
  const lowest = numbers.reduce((a, b) => Math.min(a, b))
  const highest = numbers.reduce((a, b) => Math.max(a, b))
  const distance = width / (numbers.length - 1)
  const ticks =
    numbers.length > mostTicks ? '' : numbers.map((_, at) => `M${at * distance} 0v${at % 6 === 0 ? 6 : 3}`).join('')
  return (
    <details className={styles.list} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span className={styles.plot} aria-hidden="true">
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
            <polyline points={pointsOf(numbers, width, height)} />
          </svg>
          <svg className={styles.ticks} viewBox={`0 0 ${width} 6`} preserveAspectRatio="none">
            <path d={ticks} />
          </svg>
        </span>
        <span>
          <span>
            {lowest} to {highest}
          </span>{' '}
          {unit !== '' && <span className="unit">{unit}</span>}
        </span>
        <span className={`unit ${styles.count}`}>
          {formatCount(numbers.length)} values
          <Icon icon={ChevronDownIcon} />
        </span>
      </summary>
      {isOpen && <Values texts={texts} text={text} />}
    </details>
  )
}

const isIn = (item: string, text: string) => foldSearch(item).includes(foldSearch(text))

function Values({ texts, text }: { texts: string[]; text: string }) {
  const { shown, more } = useSteps(texts)
  return (
    <>
      <ol className={styles.values}>
        {shown.map((item, index) => (
          <li key={index}>
            <Marked text={text}>{item}</Marked>
          </li>
        ))}
      </ol>
      {more}
    </>
  )
}
