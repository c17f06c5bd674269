import type { OfferTo as OfferToSchema } from '@health-console/contract/files.ts'
import { useId } from 'react'
import type * as z from 'zod/mini'
import { Segments } from '../../ui/buttons/segments.tsx'
import styles from './offer-to.module.css'

/** The percentage of devices that get a version first; undefined: all of them. */
export type Offered = z.infer<typeof OfferToSchema>

const parts = [1, 5, 25, 50] as const

type OfferToProps = {
  version: number
  current: number
  value: Offered
  onChange: (value: Offered) => void
}

/** Chooses to whom a version is offered, and says what will happen. */
export function OfferTo({ version, current, value, onChange }: OfferToProps) {
  const id = useId()
  return (
    <div className={styles.offer} role="radiogroup" aria-labelledby={`${id}-label`} aria-describedby={`${id}-help`}>
      <span className={styles.label} id={`${id}-label`}>
        Offer to
      </span>
      <div className={styles.row}>
        <Segments
          legend="All"
          hidesLegend
          name={id}
          options={[{ value: 'all', label: 'All devices' }]}
          value={value === undefined ? 'all' : null}
          onChange={() => onChange(undefined)}
        />
        <span className={styles.first}>First</span>
        <Segments
          legend="First part of devices"
          hidesLegend
          name={id}
          options={parts.map((percent) => ({ value: String(percent), label: `${percent}\u00A0%` }))}
          value={value === undefined ? null : String(value)}
          onChange={(chosen) => onChange(parts.find((percent) => String(percent) === chosen))}
        />
      </div>
      <p className={styles.help} id={`${id}-help`}>
        {value === undefined
          ? `All devices will get version ${version} the next time they check for updates.`
          : `${value}\u00A0% of devices will get version ${version}. The others will keep version ${current}. You can offer it to more later.`}
      </p>
    </div>
  )
}
