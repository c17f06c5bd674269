import { useRouter } from '@tanstack/react-router'
import { queryClient } from '../../api/query-client.ts'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { signOut } from './entry.ts'

/** Confirms before ending the session. `warning` says what ends with it. */
export function useConfirmLogOut(warning: string | undefined) {
  const router = useRouter()
  return () =>
    void confirm({
      title: 'Are you sure you want to log out?',
      body: warning,
      confirmLabel: 'Log out',
      action: async () => {
        await signOut()
        await router.navigate({ to: '/login' })
        // Loaded data must not outlive the session.
        queryClient.clear()
      },
    })
}
