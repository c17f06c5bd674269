import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { brandClass, Mark } from '../ui/page/brand.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Delayed } from '../ui/spinner.tsx'
import { productName } from './page-settings.ts'
import styles from './public-page.module.css'

/** The frame of every page outside the shell: one column, with the needle of the scale level with the heading. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.public}>
      <header className={styles.head}>
        <Link className={brandClass} to="/" preload={false}>
          <Mark />
          {productName}
        </Link>
      </header>
      <main className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

/** The content below the heading: fields and buttons, 20 px apart. */
export function PublicForm(props: Omit<ComponentProps<'form'>, 'className'>) {
  return <form noValidate {...props} className={styles.form} />
}

/** The content of a page without a form. */
export function PublicActions({ children }: { children: ReactNode }) {
  return <div className={styles.form}>{children}</div>
}

/** Shown in place of the content while it is being fetched. */
export function PublicLoading() {
  return (
    <PublicActions>
      <Delayed>
        <p role="status">loading...</p>
      </Delayed>
    </PublicActions>
  )
}

/** A line under the heading. */
export function PublicSubtitle({ children }: { children: ReactNode }) {
  return <p className={styles.subtitle}>{children}</p>
}

/** The buttons at the end of a form. In a row, Cancel comes first. */
export function PublicFoot({ row = false, children }: { row?: boolean; children: ReactNode }) {
  return <div className={classNames(styles.foot, row && styles.footRow)}>{children}</div>
}

/** The main button of a form. */
export function PublicSubmit(props: Pick<ComponentProps<typeof Button>, 'busy' | 'disabled' | 'children'>) {
  return <Button {...props} type="submit" variant="primary" size="large" fullWidth />
}
