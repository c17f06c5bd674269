import { Maximize2Icon } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { formatDate, formatTime } from '../../../lib/dates.ts'
import { fetchedLater, useFetchAhead } from '../../../shell/fetched-later.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { endsOf } from './axis.ts'
import { Curve, Ticks } from './curve.tsx'
import { rangeOf, textAt } from './readings.ts'
import { type NeedleActions, useNeedle } from './use-needle.ts'
import type { OverTime } from './use-over-time.ts'
import styles from './readouts.module.css'

const OverTimeDialog = fetchedLater(async () => (await import('./over-time-dialog.tsx')).OverTimeDialog)

/** The readings of the report at the needle, each with its line over time, and the scale of all reports below. */
export function Readouts({ overTime, ...actions }: { overTime: OverTime } & NeedleActions) {
  useFetchAhead(OverTimeDialog)
  const [isOpen, setIsOpen] = useState(false)
  const { reports, shown } = overTime
  const { at, time, times, places, style, pointer, slider } = useNeedle(reports, shown, actions)
  const [first, last] = endsOf(times)
  return (
    <section className={styles.strip} aria-label="Over time" style={style}>
      {/* A scrolling box must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <dl className={styles.cells} tabIndex={0} aria-label="Readings">
        {shown.map((reading) => {
          const value = textAt(reading, at)
          return (
            <div key={reading.key} className={styles.cell}>
              <dt className="caps" title={reading.title}>
                {reading.title}
              </dt>
              <dd>
                {/* A new element for each report, because texts that move would count as a shift of the layout. */}
                <div key={at} className={styles.value}>
                  <b title={value ?? undefined}>{value ?? '-'}</b>
                  {value !== null && <span className="unit">{reading.unit}</span>}
                  <span className={classNames('unit', styles.range)} title="Lowest and highest">
                    {rangeOf(reading)}
                  </span>
                </div>
                <div className={styles.lines}>
                  <Curve reading={reading} times={times} at={at} height={40} />
                </div>
              </dd>
            </div>
          )
        })}
      </dl>
      <div className={styles.scale}>
        <p key={at} className={styles.when}>
          {formatDate(time)}, <span className="time">{formatTime(time)}</span>
        </p>
        <span className="unit">{first}</span>
        <div className={styles.ruler} {...pointer} {...slider}>
          <Ticks places={places} />
        </div>
        <span className="unit">{last}</span>
        <Button quiet size="small" startIcon={Maximize2Icon} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          Expand
        </Button>
      </div>
      {isOpen && <OverTimeDialog overTime={overTime} {...actions} onClose={() => setIsOpen(false)} />}
    </section>
  )
}
