import { Icon } from '../ui/icon.tsx'
import type { Column } from './column.ts'
import styles from './sort-heading.module.css'

type SortHeadingProps<Row> = {
  column: Column<Row>
  sorted: false | 'asc' | 'desc'
  /** Given when the column can be sorted. */
  onToggle: ((event: unknown) => void) | undefined
}

const arrows = { asc: 'arrow-up', desc: 'arrow-down' } as const

/** The text of a heading, and the button that sorts by it. */
export function SortHeading<Row>({ column, sorted, onToggle }: SortHeadingProps<Row>) {
  const text = (
    <span>
      <span className="caps">{column.label}</span>
      {column.unit && <span className="unit">{column.unit}</span>}
    </span>
  )
  if (!onToggle) return text
  return (
    <button type="button" className={styles.sort} data-repeats onClick={onToggle}>
      {text}
      <Icon name={sorted ? arrows[sorted] : 'chevrons-up-down'} size={14} stroke={2} />
    </button>
  )
}
