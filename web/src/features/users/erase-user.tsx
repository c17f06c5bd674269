import type { EndUser } from '@health-console/contract/users.ts'
import { EraserIcon } from 'lucide-react'
import { useState } from 'react'
import { fetchedLater } from '../../shell/fetched-later.tsx'
import { HeadAction } from '../../ui/head-action.tsx'

// not fetched ahead, because it is seldom needed
const EraseDialog = fetchedLater(async () => (await import('./erase-dialog.tsx')).EraseDialog)

/** `user` is undefined until it is loaded: the button has its place from the beginning. */
type EraseUserProps = { user: EndUser | undefined; name: string; onErased: () => void }

/** The button that shows what erasing a user removes, for super admins. */
export function EraseUser({ user, ...props }: EraseUserProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <HeadAction icon={EraserIcon} onClick={() => setIsOpen(true)}>
        Erase
      </HeadAction>
      {isOpen && user && <EraseDialog user={user} {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}
