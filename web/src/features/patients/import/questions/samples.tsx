import { unitsOf } from '@health-console/contract/patients/units.ts'
import type { FileColumn, ImportReading } from '@health-console/contract/patients/questions.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { Fragment, type ReactNode } from 'react'
import { isolate } from '../../../../lib/isolate.ts'
import { formatCount } from '../../../../lib/numbers.ts'
import { counted } from '../tables/column-names.ts'
import { showMeasure, showWritten } from '../../table/measure.tsx'
import type { Answer } from './answers.ts'
import { type Conversion, converted } from './reads.ts'
import styles from './questions.module.css'

const listedValues = 3

type SamplesProps = { columns: readonly PatientColumnKey[]; answer: NonNullable<Answer>; reading: ImportReading }

/** Summarises the values of a column in the file: "180 numbers · 58.0 to 76.5 · 64.0 in = 162.56 cm". */
export function Samples({ columns, answer, reading }: SamplesProps) {
  const column = reading.fileColumns.find(({ heading }) => heading === answer.heading)
  const [key] = columns
  if (!column || key === undefined) return null
  const reads = converted(column.samples, columns, answer)
  const parts = [
    ...valuesOf(column, key),
    ...(reads === null ? [] : [<Converted key="reads" {...reads} column={key} />]),
    ...(column.empty > 0 ? [<Count key="empty" of="Empty" count={column.empty} />] : []),
  ]
  return (
    <p className={`${styles.values} ${styles.below} data`}>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <i aria-hidden="true">·</i>}
          <span>{part}</span>
        </Fragment>
      ))}
    </p>
  )
}

function valuesOf(column: FileColumn, key: PatientColumnKey): ReactNode[] {
  const { words, different, numbers, dates, range, samples, empty } = column
  const all = words.reduce((sum, { rows }) => sum + rows, 0)
  // The range of IDs such as 001 would lack their zeros.
  const isMeasured = unitsOf(key).length > 0 && range.length > 0 && numbers + dates > all / 2
  if (isMeasured) {
    const noun = dates > numbers ? 'date' : 'number'
    return [
      <Counted key="count" count={Math.max(numbers, dates)} noun={noun} />,
      <Range key="range" of={range} column={key} />,
    ]
  }
  if (different === null || words.every(({ rows }) => rows === 1)) {
    const values = samples.map(isolate).join(', ')
    return different === null ? [values] : [<Counted key="count" count={different} noun="different value" />, values]
  }
  const listed = words.slice(0, listedValues)
  const more = different - listed.length
  return [
    ...listed.map(({ text, rows }) => <Count key={text} of={isolate(text)} count={rows} />),
    ...(more > 0 ? [`${counted(more, 'more value')}`] : []),
    ...(listed.length === 0 && empty === 0 ? ['No values'] : []),
  ]
}

const Range = ({ of, column }: { of: readonly string[]; column: PatientColumnKey }) =>
  of.map((text, index) => (
    <Fragment key={index}>
      {index > 0 && ' to '}
      {showWritten(column, text)}
    </Fragment>
  ))

const Converted = ({ written, values, unit, column }: Conversion & { column: PatientColumnKey }) => (
  <>
    {isolate(written)} ={' '}
    {values.map((value, index) => (
      <Fragment key={index}>
        {index > 0 && '/'}
        {showMeasure(column, value)}
      </Fragment>
    ))}
    {`\u00a0${unit}`}
  </>
)

const Count = ({ of, count }: { of: string; count: number }) => (
  <>
    <b>{of}</b> <span>{formatCount(count)}</span>
  </>
)

const Counted = ({ count, noun }: { count: number; noun: string }) => (
  <>
    <b>{formatCount(count)}</b> <span>{`${noun}${count === 1 ? '' : 's'}`}</span>
  </>
)
