import { Fragment } from 'react'
import { LinkButton } from './link-button.tsx'
import styles from './links.module.css'

/** The links below the main button: "Use a passkey · Back". */
export function Links({ links }: { links: { label: string; onClick: () => void }[] }) {
  return (
    <p className={styles.links}>
      {links.map(({ label, onClick }, index) => (
        <Fragment key={label}>
          {index > 0 && <span aria-hidden="true">·</span>}
          <LinkButton onClick={onClick}>{label}</LinkButton>
        </Fragment>
      ))}
    </p>
  )
}
