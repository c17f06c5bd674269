import { formatCount } from '../../../lib/numbers.ts'
import { scaleOf, shareOfScale } from '../../../lib/line-scale.ts'
import styles from './line.module.css'

const width = 160
const height = 28
/** More points than this would overlap. */
const mostPoints = width * 2

/**
 * Values over time as a small line, with the lowest and the highest. The colour is neutral, because the line does not
 * rate them.
 */
export function Line({ numbers }: { numbers: number[] }) {
  const lowest = numbers.reduce((a, b) => Math.min(a, b))
  const highest = numbers.reduce((a, b) => Math.max(a, b))
  const text = `${formatCount(numbers.length)} values, ${lowest} to ${highest}`
  return (
    <span className={styles.line}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
        <polyline points={pointsOf(numbers, width, height)} />
      </svg>
      <span className="unit">{text}</span>
    </span>
  )
}

/** The points of a polyline that fills a box of this size, with a margin of 2 above and below. */
export function pointsOf(numbers: number[], boxWidth: number, boxHeight: number): string {
  const shown = thin(numbers)
  const scale = scaleOf(shown)
  const points = shown.map((number, index) => {
    const x = (index / (shown.length - 1)) * boxWidth
    const y = 2 + (1 - shareOfScale(number, scale)) * (boxHeight - 4)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return points.join(' ')
}

/** The lowest and the highest number of each segment, so that no peak is lost. */
function thin(numbers: number[]): number[] {
  if (numbers.length <= mostPoints) return numbers
  const length = Math.ceil(numbers.length / (mostPoints / 2))
  return Array.from({ length: Math.ceil(numbers.length / length) }, (_, index) => {
    const stretch = numbers.slice(index * length, (index + 1) * length)
    return [Math.min(...stretch), Math.max(...stretch)]
  }).flat()
}
