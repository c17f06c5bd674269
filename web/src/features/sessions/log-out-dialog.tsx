import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { signOut } from './entry.ts'

type LogOutDialogProps = {
  /** What stops with the session. */
  warning?: string | undefined
  onClose: () => void
}

export function LogOutDialog({ warning, onClose }: LogOutDialogProps) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const logOut = useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      await router.navigate({ to: '/login' })
      // nothing that was loaded outlives the session
      queryClient.clear()
    },
  })
  return (
    <ConfirmDialog
      open
      title="Are you sure you want to log out?"
      confirmLabel="Log out"
      pending={logOut.isPending}
      error={logOut.error?.message}
      onConfirm={() => logOut.mutate()}
      onClose={onClose}
    >
      {warning}
    </ConfirmDialog>
  )
}
