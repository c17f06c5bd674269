import { toSeen } from '@health-console/formats/unseen.ts'
import { Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import { isolate } from '../lib/isolate.ts'
import { Copyable } from '../ui/buttons/copyable.tsx'
import { cellValue, type Column, type Sort } from './column.ts'
import { SortHeading } from './sort-heading.tsx'
import { isMissing, nextSort, sortRows } from './sort-rows.ts'
import { useFocusInView } from './use-focus-in-view.ts'
import { useReturn } from './use-return.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useRowClicks } from './use-row-clicks.ts'
import styles from './scroll-table.module.css'
import { Data } from '../ui/values/data.tsx'

export type ScrollTableProps<Row extends { id: string }> = {
  /** The accessible name of the table: "Users". */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  /** The order of the rows if the server sorts them. */
  sort?: Sort | null
  /** Called with the new sort. Without it the table sorts the rows itself. */
  onSort?: (sort: Sort | null) => void
  pinFirst?: boolean
  /** Shows what the columns have for a narrow table, as a list without headings. */
  isNarrow?: boolean
  /** "tight" has lower rows, "tall" has cells of two lines, whose first ones are level, "compact" is for dialogs. */
  density?: 'normal' | 'dense' | 'tight' | 'tall' | 'compact'
  loading?: boolean
  /** The heading of a row, such as "20 November 2026". Consecutive rows with the same heading are grouped below it. */
  headingOf?: (row: Row) => { key: string; heading: ReactNode }
  /** The row that something beside the table points at. */
  pointedId?: string | null
  /** Called with the row that has the pointer or the focus, and with null when it has neither. */
  onPoint?: (id: string | null) => void
  /** The content that opens below a row; null for the others. */
  detailsOf?: (row: Row) => ReactNode
  /** When this changes, for example with the page number, the table scrolls back to its first row. */
  scrollKey?: string | number
}

/** The class of the link or button that opens the row. */
export const rowLinkClass = styles.rowLink ?? ''

/**
 * A table that scrolls in its own box. A row that can be opened has one real link with rowLinkClass. A click anywhere
 * in the row counts as a click on the link.
 */
export function ScrollTable<Row extends { id: string }>(props: ScrollTableProps<Row>) {
  const { label, pinFirst = false, isNarrow = false, density = 'normal', loading, scrollKey } = props
  const columns = isNarrow ? narrowed(props.columns) : props.columns
  const { headingOf, detailsOf, onPoint } = props
  const [ownSort, setOwnSort] = useState<Sort | null>(null)
  const { sort = ownSort, onSort = setOwnSort } = props
  const rows = props.onSort ? props.rows : sortRows(props.rows, props.columns, ownSort)
  const box = useRef<HTMLDivElement>(null)
  const keysId = useId()
  useEffect(() => {
    if (box.current) showStart(box.current)
  }, [scrollKey])
  useFocusInView(box)
  useRowClicks(box, rowLinkClass)
  useReturn(box, rowLinkClass)
  useRowKeys(box)
  const hasActions = columns.some((column) => column.kind === 'actions')

  return (
    <div
      ref={box}
      className={classNames(
        styles.box,
        isNarrow && styles.list,
        (!isNarrow || density === 'tall') && styles[density],
        pinFirst && styles.pinned,
        hasActions && styles.withActions,
      )}
      // A scrolling box must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={label}
      aria-describedby={keysId}
      aria-busy={loading || undefined}
      {...(onPoint && { onPointerLeave: () => onPoint(null), onBlur: () => onPoint(null) })}
    >
      <table>
        <thead className={columns.some((column) => column.unit) ? styles.units : undefined}>
          <tr>
            {columns.map((column, index) => {
              const order = sort?.key === column.key ? sort.order : null
              return (
                <th
                  key={column.key}
                  scope="col"
                  className={classNames(cellClass(column, pinFirst && index === 0), column.headingClass)}
                  style={{ minWidth: column.minWidth, maxWidth: column.maxWidth }}
                  aria-sort={order ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
                >
                  <SortHeading column={column} order={order} onClick={() => onSort(nextSort(sort, column.key))} />
                </th>
              )
            })}
          </tr>
        </thead>
        {groupRows(rows, headingOf).map(({ key, heading, rows: grouped }) => (
          <tbody key={key} className={loading ? styles.old : undefined} inert={loading}>
            {heading && (
              <tr className={styles.group}>
                <th scope="rowgroup" colSpan={columns.length}>
                  {heading}
                </th>
              </tr>
            )}
            {grouped.map((row) => {
              const details = detailsOf?.(row)
              return (
                <Fragment key={row.id}>
                  <tr
                    className={details ? styles.opened : undefined}
                    data-pointed={row.id === props.pointedId || undefined}
                    {...(onPoint && { onPointerEnter: () => onPoint(row.id), onFocus: () => onPoint(row.id) })}
                  >
                    {columns.map((column, index) => (
                      <Cell key={column.key} column={column} row={row} isFirst={index === 0} pinFirst={pinFirst} />
                    ))}
                  </tr>
                  {details && (
                    <tr className={styles.details}>
                      <td colSpan={columns.length}>{details}</td>
                    </tr>
                  )}
                </Fragment>
              )
            })}
          </tbody>
        ))}
      </table>
      <p id={keysId} hidden>
        Use the arrow keys to move between rows and their buttons.
      </p>
    </div>
  )
}

function narrowed<Row>(columns: Column<Row>[]): Column<Row>[] {
  return columns.flatMap(({ narrow, key, label, kind }) =>
    narrow ? [{ key, label, render: narrow, ...(kind === 'actions' && { kind }) }] : [],
  )
}

/** In a low window the page scrolls instead of the box. */
function showStart(box: HTMLElement): void {
  box.scrollTop = 0
  const pageTop = box.closest('main')?.getBoundingClientRect().top ?? 0
  if (box.getBoundingClientRect().top < pageTop) box.scrollIntoView({ block: 'start' })
}

/** There is one group without a heading if the rows have none. */
function groupRows<Row extends { id: string }>(rows: Row[], headingOf: ScrollTableProps<Row>['headingOf']) {
  const groups: { key: string; heading: ReactNode; rows: Row[] }[] = []
  for (const row of rows) {
    const { key, heading } = headingOf?.(row) ?? { key: '', heading: null }
    const last = groups.at(-1)
    if (last?.key === key) last.rows.push(row)
    else groups.push({ key, heading, rows: [row] })
  }
  return groups
}

type CellProps<Row> = { column: Column<Row>; row: Row; isFirst: boolean; pinFirst: boolean }

function Cell<Row extends object>({ column, row, isFirst, pinFirst }: CellProps<Row>) {
  const value = cellValue(column, row)
  const content = column.render
    ? column.render(row)
    : value instanceof Date
      ? value.toISOString()
      : toSeen(String(value ?? ''))
  const missing = isMissing(content) || content === false || (!column.render && isMissing(value))
  const copy =
    column.copies && value ? { text: String(value), what: `${column.copies} ${isolate(String(value))}` } : null
  const Tag = isFirst ? 'th' : 'td'
  return (
    <Tag
      scope={isFirst ? 'row' : undefined}
      // The button is left out, because screen readers would read it with every cell of the row.
      aria-label={isFirst ? copy?.text : undefined}
      className={cellClass(column, pinFirst && isFirst)}
      style={{ minWidth: column.minWidth, maxWidth: column.maxWidth }}
      title={column.maxWidth && typeof value === 'string' && value !== '' ? value : undefined}
    >
      {missing ? (
        <span className="none">-</span>
      ) : copy ? (
        <Copyable {...copy} beside={column.beside?.(row)}>
          {content}
        </Copyable>
      ) : (
        <Rendered isData={!column.render}>{content}</Rendered>
      )}
    </Tag>
  )
}

/** A column that renders its cells marks its own values. */
function Rendered({ isData, children }: { isData: boolean; children: ReactNode }) {
  return isData ? <Data>{children}</Data> : children
}

function cellClass<Row>(column: Column<Row>, pinned: boolean): string {
  const { kind = 'text', snug = false, maxWidth } = column
  return classNames(
    kind === 'number' && styles.number,
    (kind === 'id' || kind === 'figures') && styles.figures,
    kind === 'id' && 'id',
    kind === 'name' && styles.name,
    kind === 'paragraph' && styles.paragraph,
    kind === 'rest' && styles.rest,
    kind === 'actions' && classNames('screen-only', styles.actions),
    snug && styles.snug,
    maxWidth !== undefined && styles.clip,
    pinned && styles.pin,
  )
}
