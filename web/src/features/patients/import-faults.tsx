import type { FileFault } from '@health-console/contract/errors.ts'
import { formatCount } from '../../lib/numbers.ts'
import type { Column } from '../../table/column.ts'
import { ScrollTable } from '../../table/scroll-table.tsx'
import { Note } from '../../ui/note.tsx'

type ImportFaultsProps = {
  /** The server's words. */
  message: string
  /** The first of them. */
  faults: FileFault[]
  faultCount: number
}

const faultColumns: Column<FileFault & { id: string }>[] = [
  { key: 'row', label: 'Row', kind: 'number' },
  { key: 'column', label: 'Column' },
  { key: 'value', label: 'Value', kind: 'figures', maxWidth: 280 },
  { key: 'reason', label: 'Problem', kind: 'paragraph', minWidth: 220 },
]

/** Why the file is not imported: all of it, or value by value. */
export function ImportFaults({ message, faults, faultCount }: ImportFaultsProps) {
  const [first, rest] = splitSentence(message)
  return (
    <>
      <Note tone="danger">
        <b>{first}</b> {rest}
        {faults.length > 0 && ' Correct them in the file and choose it again.'}
        {faultCount > faults.length && ` The first ${formatCount(faults.length)} are listed.`}
      </Note>
      {faults.length > 0 && (
        <ScrollTable
          label="Row errors"
          columns={faultColumns}
          rows={faults.map((fault, index) => ({ ...fault, id: String(index) }))}
          density="compact"
        />
      )}
    </>
  )
}

function splitSentence(text: string): [first: string, rest: string] {
  const end = text.indexOf('. ') + 1
  return end === 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)]
}
