import { listAdmins, updateMe } from '@health-console/contract/admins.ts'
import { requestEmailChange } from '@health-console/contract/email-changes.ts'
import { changePassword } from '@health-console/contract/passwords.ts'
import { getMe } from '@health-console/contract/sessions.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, queryKeyOf, queryOptionsFor } from '../../api/client.ts'

const meKey = queryOptionsFor(getMe, {}).queryKey

export function useChangeName() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (fullName: string) => call(updateMe, { body: { fullName } }),
    onSuccess: ({ data: { user } }) => {
      queryClient.setQueryData(meKey, (known) => known && { data: { ...known.data, user } })
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(listAdmins) })
    },
  })
}

export function useRequestEmailChange() {
  return useMutation({ mutationFn: (newEmail: string) => call(requestEmailChange, { body: { newEmail } }) })
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { oldPassword: string; newPassword: string }) => call(changePassword, { body }),
  })
}
