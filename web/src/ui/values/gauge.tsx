import styles from './gauge.module.css'

type GaugeProps = {
  /** The name of the running work: "Main LLM upload". */
  label: string
  /** The progress from 0 to 100. */
  percent: number
  /** The percentage that is still being sent. */
  ahead?: number
  state?: 'running' | 'paused' | 'failed' | 'done'
  /** Announces every ten percent. Use it for only one gauge of a page. */
  announce?: boolean
}

/** A progress bar over a scale with a tick every ten percent. */
export function Gauge({ label, percent, ahead = 0, state = 'running', announce = false }: GaugeProps) {
  const whole = Math.floor(Math.min(Math.max(percent, 0), 100))
  return (
    <div
      className={styles.gauge}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={whole}
      aria-valuetext={state === 'running' ? `${whole} %` : `${whole} %, ${state}`}
      data-state={state}
    >
      <div className={styles.track}>
        <span className={styles.fill} style={{ width: `${percent}%` }} />
        {ahead > 0 && <span className={styles.ahead} style={{ width: `${ahead}%` }} />}
      </div>
      <div className={styles.scale} aria-hidden="true" />
      {announce && (
        <span className="sr-only" role="status">
          {label}: {whole - (whole % 10)} %
        </span>
      )}
    </div>
  )
}
