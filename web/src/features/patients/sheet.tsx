import type { ReactNode } from 'react'
import styles from './sheet.module.css'

export type SheetColumn<Row> = {
  label: string
  kind?: 'text' | 'number' | 'figures' | 'id' | 'prose'
  render: (row: Row) => ReactNode
}

type SheetProps<Row> = { label: string; columns: SheetColumn<Row>[]; rows: readonly Row[] }

/** A small table inside a dialog, which scrolls in its own box. */
export function Sheet<Row>({ label, columns, rows }: SheetProps<Row>) {
  return (
    // a scrolling box must be reachable by keyboard
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.sheet} tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" className={styles[column.kind ?? 'text']}>
                <span className="caps">{column.label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column.label} className={styles[column.kind ?? 'text']}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
