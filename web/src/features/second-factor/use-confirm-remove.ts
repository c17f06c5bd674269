import type { ReactNode } from 'react'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { toast } from '../../ui/toasts.ts'
import { useRemoveFactor } from './queries.ts'

type Question = {
  title: string
  body: ReactNode
  confirmLabel: string
  /** The toast that is shown afterwards. */
  done: ReactNode
}

export function useConfirmRemove() {
  const remove = useRemoveFactor()
  return (factor: Parameters<typeof remove.mutateAsync>[0], { done, ...question }: Question) =>
    void confirm({
      ...question,
      variant: 'delete',
      action: async () => {
        await remove.mutateAsync(factor)
        toast.success(done)
      },
      // The button that was pressed is removed as well.
      returnFocus: (isRemoved) => (isRemoved ? document.querySelector<HTMLElement>('[data-add-passkey]') : null),
    })
}
