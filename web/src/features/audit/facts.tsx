import type { ReactNode } from 'react'
import { Copyable } from '../../ui/buttons/copyable.tsx'
import styles from './facts.module.css'

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children ?? '-'}</dd>
    </div>
  )
}

/** A long ID or key in full, with a button that copies it. */
export function CopyableId({ id, what }: { id: string; what: string }) {
  return (
    <Copyable text={id} what={what}>
      <span className={styles.id}>{id}</span>
    </Copyable>
  )
}
