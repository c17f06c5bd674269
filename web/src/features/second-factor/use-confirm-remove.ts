import type { ReactNode, RefObject } from 'react'
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

/** @param next what gets the focus afterwards, because the button that was pressed is removed as well */
export function useConfirmRemove(next: RefObject<HTMLElement | null>) {
  const remove = useRemoveFactor()
  return (factor: Parameters<typeof remove.mutateAsync>[0], { done, ...question }: Question) =>
    void confirm({
      ...question,
      variant: 'delete',
      action: async () => {
        await remove.mutateAsync(factor)
        toast.success(done)
      },
      returnFocus: (isRemoved) => (isRemoved ? next.current : null),
    })
}
