import styles from './scale.module.css'

const divisionPx = 8

type ScaleProps = {
  needle: 'before' | 'after'
  /** The size: 20 in a table, 30 on its own page. */
  divisions?: number
}

/** The ruler of the empty and error states, with the needle before its start or past its end. */
export function Scale({ needle, divisions = 20 }: ScaleProps) {
  const length = divisions * divisionPx
  const ticks = Array.from({ length: divisions + 1 }, (_, index) => index)
  const left = needle === 'before' ? -20 : -2
  return (
    <svg
      className={styles.scale}
      aria-hidden="true"
      width={length + 24}
      height="30"
      viewBox={`${left} 0 ${length + 24} 30`}
      fill="currentColor"
    >
      {ticks.map((tick) => {
        const height = tick % 5 === 0 ? 18 : 9
        return <rect key={tick} x={tick * divisionPx} y={26 - height} width="1" height={height} />
      })}
      <rect x="0" y="26" width={length + 1} height="1" />
      <rect className={styles.needle} x={needle === 'before' ? -12 : length + 12} y="0" width="3" height="30" rx="1" />
    </svg>
  )
}
