import { useEffect, useRef, type ReactNode } from 'react'
import styles from './gallery.module.css'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={styles.section}>
      <h2>{title}</h2>
      <div className={styles.stack}>{children}</div>
    </section>
  )
}

type SpecimenProps = {
  caption: string
  state?: 'hover' | 'focus' | 'focus-within' | 'press' | undefined
  /** The element that shows the state; by default the first one. */
  on?: string
  children: ReactNode
}

/** One widget in one state, with a caption under it. */
export function Specimen({ caption, state, on = ':scope > *', children }: SpecimenProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (state) box.current?.querySelector(on)?.classList.add(`is-${state}`)
  })
  return (
    <div ref={box} className={styles.specimen}>
      {children}
      <span className={styles.caption}>{caption}</span>
    </div>
  )
}

export function Flow({ children }: { children: ReactNode }) {
  return <div className={styles.flow}>{children}</div>
}

export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>
}
