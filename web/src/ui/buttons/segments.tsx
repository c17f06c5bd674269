import { useId, type ReactNode } from 'react'
import { CheckIcon, type LucideIcon } from 'lucide-react'
import { Icon } from '../icon.tsx'
import styles from './segments.module.css'

type Option<Value extends string> = { value: Value; label: string; icon?: LucideIcon }

type SegmentsProps<Value extends string> = {
  legend: ReactNode
  /** The name of the radio buttons; several segments with the same name are one group. */
  name?: string
  options: readonly Option<Value>[]
  /** Null if nothing is chosen yet. */
  value: Value | null
  onChange: (value: Value) => void
  /** Whether the legend is only for screen readers, because the text beside it says the same. */
  hidesLegend?: boolean
  /** Shows long texts in a smaller size, one below the other on phones. */
  stacked?: boolean
  /** Makes it 28 px high, for a switch between views. */
  small?: boolean
}

/** Native radio buttons that look like segments of one control. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { legend, hidesLegend = false, options, value, onChange, small = false, stacked = false } = props
  const ownName = useId()
  return (
    <fieldset className={small ? styles.small : stacked ? styles.stacked : undefined}>
      <legend className={hidesLegend ? 'sr-only' : styles.legend}>{legend}</legend>
      <div className={styles.segments}>
        {options.map((option) => (
          <label key={option.value} className={styles.segment}>
            <input
              type="radio"
              name={props.name ?? ownName}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>
              {!option.icon && <Icon icon={CheckIcon} size={14} stroke={2.25} className={styles.check} />}
              {option.icon && <Icon icon={option.icon} />}
              <span>{option.label}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
