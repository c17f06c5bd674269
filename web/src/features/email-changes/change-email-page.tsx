import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LoadingMark } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toasts.ts'
import styles from './change-email-page.module.css'
import { confirmOnce } from './confirm-once.ts'

const returnMs = 2000

const route = getRouteApi('/change-email')

/** Needs no session: the link may be opened in another browser. */
export function ChangeEmailPage() {
  useDocumentTitle('Change e-mail')
  const { id = '' } = route.useSearch()
  const router = useRouter()
  const [isWorking, setIsWorking] = useState(true)

  useEffect(() => {
    let isMounted = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = (announce: () => void) => {
      if (!isMounted) return
      announce()
      setIsWorking(false)
      timer = setTimeout(() => void router.navigate({ to: '/', replace: true }), returnMs)
    }
    confirmOnce(id).then(
      () => end(() => toast.success('Email changed successfully')),
      (error: unknown) => end(() => toast.error(error instanceof Error ? error.message : String(error))),
    )
    return () => {
      isMounted = false
      clearTimeout(timer)
    }
  }, [id, router])

  return (
    <main className={styles.page} tabIndex={-1}>
      <h1 className="sr-only" tabIndex={-1}>
        Change e-mail
      </h1>
      <div className={styles.work} aria-busy={isWorking}>
        {isWorking && <LoadingMark />}
        <p role="status">{isWorking ? 'loading...' : 'You are taken to the home page.'}</p>
      </div>
      <Link className={buttonClass({ size: 'large' })} to="/" preload={false} replace>
        Go to home page
      </Link>
    </main>
  )
}
