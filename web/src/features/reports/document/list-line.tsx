import { formatCount } from '../../../lib/numbers.ts'
import styles from './list-line.module.css'
import { pointsOf } from './line.tsx'

const [width, height] = [320, 40]
/** More ticks than this would be a bar. */
const mostTicks = 300

/** The numbers of a list as a line over a scale with a tick for each. Neutral in colour, because it does not rate them. */
export function ListLine({ numbers, unit }: { numbers: number[]; unit: string }) {
  const lowest = numbers.reduce((a, b) => Math.min(a, b))
  const highest = numbers.reduce((a, b) => Math.max(a, b))
  const distance = width / (numbers.length - 1)
  const ticks =
    numbers.length > mostTicks ? '' : numbers.map((_, at) => `M${at * distance} 0v${at % 6 === 0 ? 6 : 3}`).join('')
  return (
    <span className={styles.list}>
      <span className={styles.plot} aria-hidden="true">
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
          <polyline points={pointsOf(numbers, width, height)} />
        </svg>
        <svg className={styles.ticks} viewBox={`0 0 ${width} 6`} preserveAspectRatio="none">
          <path d={ticks} />
        </svg>
      </span>
      <span className={styles.range}>
        <span>
          {lowest} to {highest} {unit !== '' && <span className="unit">{unit}</span>}
        </span>
        <span className="unit">{formatCount(numbers.length)} values</span>
      </span>
    </span>
  )
}
