import type { ReactNode } from 'react'
import styles from './pairs-list.module.css'

export type Pair = readonly [term: string, value: ReactNode]

/** Terms with their values, one below another. Pairs without a value are left out. */
export function PairsList({ pairs }: { pairs: readonly Pair[] }) {
  return (
    <dl className={styles.pairs}>
      {pairs.map(
        ([term, value], index) =>
          value && (
            // A term may be there twice.
            <div key={index}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
