import styles from './scale.module.css'

const ticks = Array.from({ length: 21 }, (_, index) => index)
const needleAt = { before: -12, after: 172 }

/** The ruler of the empty and failed states: the needle stands before its start or past its end. */
export function Scale({ needle }: { needle: 'before' | 'after' }) {
  const left = needle === 'before' ? -20 : -2
  return (
    <svg
      className={styles.scale}
      aria-hidden="true"
      width="184"
      height="30"
      viewBox={`${left} 0 184 30`}
      fill="currentColor"
    >
      {ticks.map((tick) =>
        tick % 5 === 0 ? (
          <rect key={tick} x={tick * 8} y="8" width="1" height="18" />
        ) : (
          <rect key={tick} x={tick * 8} y="17" width="1" height="9" />
        ),
      )}
      <rect x="0" y="26" width="161" height="1" />
      <rect className={styles.needle} x={needleAt[needle]} y="0" width="3" height="30" rx="1" />
    </svg>
  )
}
