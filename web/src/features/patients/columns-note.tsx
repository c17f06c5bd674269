import { patientColumns } from '@health-console/contract/patients.ts'
import { Note } from '../../ui/note.tsx'

type ColumnsNoteProps = {
  /** How many columns the file has. */
  columnCount: number
  /** Headings that are not columns of the table. */
  ignored: string[]
}

const namedAtMost = 3

/** Which columns of the file are used. Shows nothing when they are those of the table. */
export function ColumnsNote({ columnCount, ignored }: ColumnsNoteProps) {
  const used = columnCount - ignored.length
  const absent = patientColumns.length - used
  if (ignored.length === 0 && absent === 0) return null
  return (
    <Note>
      {used} of {columnCount} columns are used.
      {ignored.length > 0 && <Ignored headings={ignored} />}
      {absent > 0 && <Absent count={absent} />}
    </Note>
  )
}

function Ignored({ headings }: { headings: string[] }) {
  const named = headings.length > namedAtMost + 1 ? headings.slice(0, namedAtMost) : headings
  const more = headings.length - named.length
  return (
    <>
      {' '}
      {named.map((heading, index) => (
        <span key={index}>
          {index > 0 && (index === headings.length - 1 ? ' and ' : ', ')}
          <b>{heading}</b>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
      {headings.length === 1
        ? ' is not a column of this table and is left out.'
        : ' are not columns of this table and are left out.'}
    </>
  )
}

function Absent({ count }: { count: number }) {
  return count === 1
    ? ' One column of this table is not in the file and becomes empty.'
    : ` ${count} columns of this table are not in the file and become empty.`
}
