import type { Offered } from '@health-console/contract/files/files.ts'
import { useId } from 'react'
import { Segments } from '../../ui/buttons/segments.tsx'
import styles from './offer-to.module.css'

const parts = [1, 5, 25, 50] as const

type OfferToProps = {
  /** "version 8", or "the new version" while its number is not known. */
  what: string
  current: number
  value: Offered
  onChange: (value: Offered) => void
}

/** Chooses to whom a version is offered, and says what will happen. */
export function OfferTo({ what, current, value, onChange }: OfferToProps) {
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
          ? `All devices will get ${what} the next time they check for updates.`
          : `About ${value}\u00A0% of devices will get ${what}. The others will still be offered version ${current}. You can offer it to more later.`}
      </p>
    </div>
  )
}
