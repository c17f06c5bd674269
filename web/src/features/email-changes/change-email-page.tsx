import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Failure, toFailure } from '../../lib/failure.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { PublicActions, PublicPage, PublicSubtitle } from '../../shell/public-page.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { FailureText } from '../../ui/buttons/reference.tsx'
import { Note } from '../../ui/page/note.tsx'
import { toast } from '../../ui/toasts.ts'
import { notifyOtherTabs } from '../sessions/session-channel.ts'
import styles from './change-email-page.module.css'
import { confirmOnce } from './confirm-once.ts'

const returnMs = 2000
const changed = 'Email changed successfully'
const sessionsNote = 'All other sessions were signed out; use the new address to sign in.'

const route = getRouteApi('/change-email')

/** This page needs no session, because the link may be opened in another browser. */
export function ChangeEmailPage() {
  useDocumentTitle('Change email address')
  const { id = '' } = route.useSearch()
  const router = useRouter()
  const [outcome, setOutcome] = useState<'changed' | Failure>()

  useEffect(() => {
    let isMounted = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = (outcome: 'changed' | Failure) => {
      if (!isMounted) return
      if (outcome === 'changed') toast.success(changed)
      else toast.error(outcome.message, outcome)
      setOutcome(outcome)
      timer = setTimeout(() => void router.navigate({ to: '/', replace: true }), returnMs)
    }
    confirmOnce(id).then(
      () => {
        notifyOtherTabs({ type: 'account-changed' })
        end('changed')
      },
      (error: unknown) => end(toFailure(error)),
    )
    return () => {
      isMounted = false
      clearTimeout(timer)
    }
  }, [id, router])

  return (
    <PublicPage>
      <h1 tabIndex={-1}>Change email address</h1>
      <div className={styles.outcome} aria-busy={!outcome}>
        {typeof outcome === 'object' && (
          <Note tone="danger">
            <FailureText failure={outcome} />
          </Note>
        )}
        {/* The outcome is a new element, because the text before it would move. The toast announces it. */}
        <PublicSubtitle key={outcome ? 'outcome' : 'loading'}>
          <span role="status">
            {outcome
              ? `${outcome === 'changed' ? `${changed}. ${sessionsNote} ` : ''}Taking you to the home page…`
              : 'loading...'}
          </span>
        </PublicSubtitle>
      </div>
      <PublicActions>
        <Link className={buttonClass({ size: 'large' })} to="/" preload={false} replace>
          Go to home page
        </Link>
      </PublicActions>
    </PublicPage>
  )
}
