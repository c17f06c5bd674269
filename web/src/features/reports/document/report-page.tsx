import type { ReportLabels } from '@health-console/contract/reports.ts'
import { useMemo, useState } from 'react'
import { formatCount } from '../../../lib/numbers.ts'
import { Button } from '../../../ui/button.tsx'
import { Readouts } from '../../../ui/counts.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import type { Json } from './json.ts'
import { ListLine } from './list-line.tsx'
import { Marked } from './marked.tsx'
import { layOutReport, readoutsOf, type ReportRow, type ReportSection, searchSections } from './lay-out-report.ts'
import styles from './report-page.module.css'

/** A longer section is shown in steps of this many rows. */
const step = 100

type ReportPageProps = { document: { [key: string]: Json }; labels: ReportLabels; text: string }

/** A report set as a page. With a text, only the rows that contain it. */
export function ReportPage({ document, labels, text }: ReportPageProps) {
  const sections = useMemo(() => layOutReport(document, labels), [document, labels])
  const readouts = useMemo(() => readoutsOf(document, labels), [document, labels])
  return (
    <>
      {readouts.length > 0 && text === '' && (
        <Readouts
          items={readouts.map(({ title, text: figure, unit }) => ({
            label: title,
            value: (
              <>
                {figure} {unit !== '' && <small className="unit">{unit}</small>}
              </>
            ),
          }))}
        />
      )}
      {searchSections(sections, text).map((section) => (
        <Section key={section.path} section={section} text={text} />
      ))}
    </>
  )
}

function Section({ section, text }: { section: ReportSection; text: string }) {
  const [shown, setShown] = useState(step)
  const left = section.rows.length - shown
  return (
    <section className={styles.section}>
      <h3>
        <Title {...section} text={text} />
      </h3>
      <div>
        <dl className={styles.rows}>
          {section.rows.slice(0, shown).map((row) => (
            <Row key={row.path} row={row} isAlone={row.path === section.path} text={text} />
          ))}
        </dl>
        {left > 0 && (
          <Button quiet size="small" data-repeats onClick={() => setShown(shown + step)}>
            Show {formatCount(Math.min(left, step))} of {formatCount(left)} more
          </Button>
        )}
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
      <dd>
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
      return <Timestamp time={value.time} />
    case 'numbers':
      return <ListLine numbers={value.numbers} unit={value.unit} />
    case 'prose':
      return value.paragraphs.map((paragraph, index) => (
        <p key={index}>
          <Marked text={text}>{paragraph}</Marked>
        </p>
      ))
    case 'text':
      return (
        <>
          <Marked text={text}>{value.text}</Marked> {value.unit !== '' && <span className="unit">{value.unit}</span>}
        </>
      )
  }
}
