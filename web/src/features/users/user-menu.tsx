import type { EndUser } from '@health-console/contract/users/users.ts'
import { ArchiveIcon, EraserIcon, LockIcon, LockOpenIcon } from 'lucide-react'
import { useState } from 'react'
import { fetchedLater } from '../../shell/fetched-later.tsx'
import { MoreMenu } from '../../ui/buttons/more-menu.tsx'

// The code of these dialogs is not prefetched, because they are seldom needed.
const ExportDialog = fetchedLater(async () => (await import('./export-dialog.tsx')).ExportDialog)
const LegalHoldDialog = fetchedLater(async () => (await import('./legal-hold-dialog.tsx')).LegalHoldDialog)
const EraseDialog = fetchedLater(async () => (await import('./erase-dialog.tsx')).EraseDialog)

type UserMenuProps = {
  /** Undefined until it is loaded. The button has its space from the beginning. */
  user: EndUser | undefined
  name: string
  hasLegalHold: boolean
  onErased: () => void
}

/** The actions on a user that super admins seldom need. */
export function UserMenu({ user, name, hasLegalHold, onErased }: UserMenuProps) {
  const [open, setOpen] = useState<'export' | 'hold' | 'erase' | null>(null)
  const onClose = () => setOpen(null)
  return (
    <>
      <MoreMenu
        label="More actions"
        disabled={user === undefined}
        actions={[
          { icon: ArchiveIcon, label: 'Export all data', onChoose: () => setOpen('export') },
          {
            icon: hasLegalHold ? LockOpenIcon : LockIcon,
            label: hasLegalHold ? 'Remove legal hold' : 'Add legal hold',
            onChoose: () => setOpen('hold'),
          },
          { icon: EraserIcon, label: 'Erase user', isDelete: true, onChoose: () => setOpen('erase') },
        ]}
      />
      {open === 'export' && user && <ExportDialog user={user} name={name} onClose={onClose} />}
      {open === 'hold' && user && (
        <LegalHoldDialog user={user} name={name} hasLegalHold={hasLegalHold} onClose={onClose} />
      )}
      {open === 'erase' && user && (
        <EraseDialog user={user} name={name} onErased={onErased} onExport={() => setOpen('export')} onClose={onClose} />
      )}
    </>
  )
}
