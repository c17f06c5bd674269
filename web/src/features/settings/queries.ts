import { updateMe } from '@health-console/contract/staff/admins.ts'
import { cancelEmailChange, getEmailChange, requestEmailChange } from '@health-console/contract/staff/email-changes.ts'
import { listOwnSessions } from '@health-console/contract/staff/own-sessions.ts'
import { changePassword } from '@health-console/contract/staff/passwords.ts'
import { useMutation } from '@tanstack/react-query'
import { call, queryOptionsFor } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { fetchSession, type Session, sessionQuery } from '../../api/session-query.ts'
import { refetchStaff } from '../../api/staff-query.ts'
import { notifyOtherTabs } from '../sessions/session-channel.ts'

export async function changeName(fullName: string): Promise<void> {
  const { data } = await call(updateMe, { body: { fullName } })
  showAccount(() => data.user)
  reportAccountChange()
}

/** Shows a change of the account, once more after a response under way that may bring the account of before. */
function showAccount(change: (user: Session['user']) => Session['user']) {
  const show = () =>
    queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, user: change(session.user) })
  const isUnderWay = queryClient.isFetching({ queryKey: sessionQuery.queryKey }) > 0
  show()
  if (isUnderWay) void fetchSession().then(show, () => {})
}

function reportAccountChange() {
  refetchStaff()
  notifyOtherTabs({ type: 'account-changed' })
}

/**
 * The admin's own pending email change. It is fetched each time, because it may have been confirmed on another device.
 */
export const emailChangeQuery = { ...queryOptionsFor(getEmailChange, {}), staleTime: 0, gcTime: 0 }

/** The admin's own sessions. They are fetched each time, because the admin may sign in and out elsewhere. */
export const ownSessionsQuery = { ...queryOptionsFor(listOwnSessions, {}), staleTime: 0, gcTime: 0 }

/** Sends a link to the new email address, which changes it. */
export const requestEmailLink = (newEmail: string) => call(requestEmailChange, { body: { newEmail } })

/** Changes the letter case of the admin's own email address, which needs no link. */
export async function changeEmailCase(newEmail: string): Promise<void> {
  await call(requestEmailChange, { body: { newEmail } })
  showAccount((user) => ({ ...user, email: newEmail }))
  reportAccountChange()
}

export function useCancelEmailChange() {
  return useMutation({
    mutationFn: () => call(cancelEmailChange, {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: emailChangeQuery.queryKey }),
  })
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { oldPassword: string; newPassword: string }) => call(changePassword, { body }),
    // A new password cancels a pending email change.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: emailChangeQuery.queryKey }),
  })
}
