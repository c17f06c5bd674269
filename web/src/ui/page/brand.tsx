import styles from './brand.module.css'

/** The logo: five strokes that form an H and a scale. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24" fill="currentColor">
      <rect x="2" y="2.5" width="3" height="19" rx=".75" />
      <g className={styles.needle}>
        <rect x="7" y="9.5" width="2" height="5" rx=".5" />
        <rect x="11" y="7.5" width="2" height="9" rx=".5" />
        <rect x="15" y="9.5" width="2" height="5" rx=".5" />
      </g>
      <rect x="19" y="2.5" width="3" height="19" rx=".75" />
    </svg>
  )
}

/** The class of the link (or text) with the logo and the product name. */
export const brandClass = styles.brand ?? ''
