import { patientColumns, type PatientColumnKey } from '@health-console/contract/patients.ts'
import { isolate } from '../../lib/isolate.ts'
import { Note } from '../../ui/note.tsx'

type ColumnsNoteProps = {
  /** The number of columns in the file. */
  columnCount: number
  /** Headings that are not columns of the table. */
  ignored: string[]
  /** Columns of the table that the file does not have. */
  missing: PatientColumnKey[]
}

const namedAtMost = 3

/** Which columns of the file are used. Shows nothing if the columns are exactly those of the table. */
export function ColumnsNote({ columnCount, ignored, missing }: ColumnsNoteProps) {
  if (ignored.length === 0 && missing.length === 0) return null
  const missed = patientColumns.filter(({ key }) => missing.includes(key)).map(({ heading }) => heading)
  return (
    <Note>
      {columnCount - ignored.length} of {columnCount} columns are used.
      {ignored.length > 0 && (
        <>
          {' '}
          <Named headings={ignored} />
          {ignored.length === 1
            ? ' is not a column of this table and is left out.'
            : ' are not columns of this table and are left out.'}
        </>
      )}
      {missed.length > 0 && (
        <>
          {missed.length === 1 ? ' The column ' : ' The columns '}
          <Named headings={missed} />
          {missed.length === 1 ? ' is missing and becomes empty.' : ' are missing and become empty.'}
        </>
      )}
    </Note>
  )
}

function Named({ headings }: { headings: string[] }) {
  const named = headings.length > namedAtMost + 1 ? headings.slice(0, namedAtMost) : headings
  const more = headings.length - named.length
  return (
    <>
      {named.map((heading, index) => (
        <span key={index}>
          {index > 0 && (index === headings.length - 1 ? ' and ' : ', ')}
          <b>{isolate(heading)}</b>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  )
}
