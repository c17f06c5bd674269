import type { BulkKind } from '@health-console/contract/errors.ts'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { refetchStaff } from '../../api/staff-query.ts'
import { queryClient } from '../../api/query-client.ts'
import { answerSignIn, onSessionEnd, reportSessionRenewal, sessionNumber } from '../../api/session-events.ts'
import type { Session } from '../../api/session-query.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { fetchEntry, forgetSession, signOut } from './entry.ts'
import { IdleWarning } from './idle-warning.tsx'
import { onOtherTab, type Message } from './session-channel.ts'
import styles from './session-guard.module.css'
import { onConfirmationNeeded } from '../../api/confirmation.ts'

const SignInDialog = fetchedLater(async () => (await import('./sign-in-dialog.tsx')).SignInDialog)

const ConfirmIdentityDialog = fetchedLater(
  async () => (await import('./confirm-identity-dialog.tsx')).ConfirmIdentityDialog,
)

/** The focus returns to where it was, because the page loses it while it is hidden. */
type EndedSession = { number: number; focused: HTMLElement | null }

type SessionGuardProps = { session: Session; children: ReactNode }

/**
 * Watches the session of a page: warns before its end, asks for a new sign-in after it and for a confirmation before
 * sensitive requests, and follows other tabs.
 */
export function SessionGuard({ session, children }: SessionGuardProps) {
  useFetchAhead(SignInDialog, ConfirmIdentityDialog)
  const router = useRouter()
  // The number of the session that ended is part of the key, so that the dialog starts afresh when the next one ends.
  const [ended, setEnded] = useState<EndedSession | null>(null)
  const adminId = session.user.id
  const { request, answer } = useConfirmation()

  useEffect(() => {
    const stopListening = onSessionEnd(() => {
      const { activeElement } = document
      const focused = activeElement instanceof HTMLElement ? activeElement : null
      const end = { number: sessionNumber(), focused }
      setEnded((now) => (now?.number === end.number ? now : end))
    })
    return () => {
      stopListening()
      answerSignIn(false)
    }
  }, [])

  useEffect(() => {
    // This waits until the dialog is gone. If a dialog below it closed earlier, it would close too, and leave the page.
    if (ended === null) answerSignIn(true)
  }, [ended])

  const leave = async () => {
    forgetSession()
    await router.navigate({ to: '/login' })
    queryClient.clear()
  }

  const resume = async (renewed: Session) => {
    if (renewed.user.id !== adminId) return startOver()
    setEnded(null)
    await queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' })
  }

  const onMessage = useEffectEvent(async (message: Message) => {
    if (message.type === 'signed-out') await leave()
    if (message.type === 'account-changed') {
      await fetchEntry()
      refetchStaff()
    }
    if (message.type !== 'signed-in') return
    if (message.adminId !== adminId) return startOver()
    reportSessionRenewal()
    // A sign-in or confirmation in another tab also confirms the identity.
    answer(true)
    setEnded(null)
    const entry = await fetchEntry()
    if (entry.state === 'signed-in') await resume(entry.session)
  })
  useEffect(() => onOtherTab((message) => onMessage(message)), [])

  return (
    <>
      <div className={ended !== null ? styles.locked : styles.open}>{children}</div>
      {ended !== null ? (
        <SignInDialog
          key={ended.number}
          session={session}
          returnFocus={() => ended.focused}
          onSignedIn={(renewed) => {
            void resume(renewed)
            // A new sign-in also confirms the identity.
            if (renewed.user.id === adminId) answer(true)
          }}
          onLeave={() => void leave()}
        />
      ) : (
        <IdleWarning
          idleSeconds={session.session.idleSeconds}
          // The setup of a second factor shows its codes once, and must not be unmounted meanwhile.
          isPaused={session.secondFactor === 'required'}
          onLogOut={() =>
            void signOut()
              .catch(() => undefined)
              .then(leave)
          }
        />
      )}
      {request && ended === null && (
        <ConfirmIdentityDialog
          session={session}
          limit={request.limit}
          onConfirmed={() => answer(true)}
          onClose={() => answer(false)}
        />
      )}
    </>
  )
}

/** Another admin must not see what the previous one loaded or typed. */
function startOver(): void {
  window.location.assign('/')
}

type ConfirmationRequest = PromiseWithResolvers<boolean> & { limit: BulkKind | undefined }

/** Whether requests wait for a confirmation, and the functions to continue or cancel them. */
function useConfirmation() {
  const [pending, setPending] = useState<ConfirmationRequest | null>(null)

  useEffect(
    () =>
      onConfirmationNeeded((limit) => {
        const request = { ...Promise.withResolvers<boolean>(), limit }
        setPending(request)
        return request.promise
      }),
    [],
  )
  // Leaving the page cancels them.
  useEffect(() => () => pending?.resolve(false), [pending])

  const answer = (isConfirmed: boolean) => {
    pending?.resolve(isConfirmed)
    setPending(null)
  }
  return { request: pending, answer }
}
