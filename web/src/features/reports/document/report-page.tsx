import { toSeen } from '@health-console/formats/unseen.ts'
import { Timestamp } from '../../../ui/dates/timestamp.tsx'
import { Readouts } from '../../../ui/values/counts.tsx'
import { formatDate, formatTime } from '../../../lib/dates.ts'
import { ListLine } from './list-line.tsx'
import { Marked } from './marked.tsx'
import type { ReportReadout, ReportRow, ReportSection } from './lay-out-report.ts'
import styles from './report-page.module.css'
import { useSteps } from './use-steps.tsx'

type ReportPageProps = { readouts: ReportReadout[]; sections: ReportSection[]; text: string }

/** A report laid out as a page, with search results marked. */
export function ReportPage({ readouts, sections, text }: ReportPageProps) {
  const { shown, more } = useSteps(sections)
  return (
    <>
      {readouts.length > 0 && (
        <Readouts
          items={readouts.map(({ title, text: figure, unit }) => ({
            label: title,
            value: (
              <>
                <span>{toSeen(figure)}</span> {unit !== '' && <small className="unit">{unit}</small>}
              </>
            ),
          }))}
        />
      )}
      {shown.map((section) => (
        <Section key={section.path} section={section} text={text} />
      ))}
      {more}
    </>
  )
}

function Section({ section, text }: { section: ReportSection; text: string }) {
  const { shown, more } = useSteps(section.rows)
  return (
    <section className={styles.section}>
      <h3>
        <Title {...section} text={text} />
      </h3>
      <div>
        <dl className={styles.rows}>
          {shown.map((row, index) => (
            // Two keys with points can make the same path.
            <Row key={`${index} ${row.path}`} row={row} isAlone={row.path === section.path} text={text} />
          ))}
        </dl>
        {more}
      </div>
    </section>
  )
}

/** A section that is one list has no other name for it. */
function Row({ row, isAlone, text }: { row: ReportRow; isAlone: boolean; text: string }) {
  const { value } = row
  return (
    <div className={styles[value.kind]} data-alone={isAlone || undefined}>
      <dt className={isAlone ? 'sr-only' : undefined}>
        <Title {...row} text={text} />
      </dt>
      <dd translate="no">
        <Value value={value} text={text} />
      </dd>
    </div>
  )
}

function Title({ title, isLabelled, text }: { title: string; isLabelled: boolean; text: string }) {
  const marked = <Marked text={text}>{title}</Marked>
  return isLabelled ? marked : <code>{marked}</code>
}

function Value({ value, text }: { value: ReportRow['value']; text: string }) {
  switch (value.kind) {
    case 'time':
      return (
        <Timestamp time={value.time}>
          {formatDate(value.time)},{' '}
          <span className="time">
            {formatTime(value.time)}
            {value.seconds}
          </span>
        </Timestamp>
      )
    case 'numbers':
      return <ListLine key={text} {...value} text={text} />
    case 'prose':
      return <Paragraphs paragraphs={value.paragraphs} text={text} />
    case 'text':
      return (
        <>
          <Marked text={text}>{value.text}</Marked>
          {value.unit !== '' && (
            <>
              {' '}
              <span className="unit">
                <Marked text={text}>{value.unit}</Marked>
              </span>
            </>
          )}
        </>
      )
  }
}

function Paragraphs({ paragraphs, text }: { paragraphs: string[]; text: string }) {
  const { shown, more } = useSteps(paragraphs)
  return (
    <>
      {shown.map((paragraph, index) => (
        <p key={index}>
          <Marked text={text}>{paragraph}</Marked>
        </p>
      ))}
      {more}
    </>
  )
}
