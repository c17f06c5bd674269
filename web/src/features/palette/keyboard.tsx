import type { Admin } from '@health-console/contract/admins.ts'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useKeptFocus } from '../../lib/use-kept-focus.ts'
import { focusSearch, useShortcuts } from '../../shell/shortcuts.ts'
import { forgetRecentEntries } from './recent.ts'

// fetched on first use
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))

/** The dialogs that open from everywhere, one at a time. */
export type ShellDialog = 'settings' | 'sessions' | 'second-factor' | 'palette' | 'shortcuts'

type KeyboardProps = {
  me: Admin
  dialog: ShellDialog | null
  onDialog: (dialog: ShellDialog | null) => void
  onLogOut: () => void
}

/** Keyboard support for every page: the shortcuts with their dialogs, and keeping the focus. */
export function Keyboard({ me, dialog, onDialog, onLogOut }: KeyboardProps) {
  const router = useRouter()
  const close = () => onDialog(null)
  const showShortcuts = () => onDialog('shortcuts')
  useShortcuts(me.id, { search: focusSearch, palette: () => onDialog('palette'), help: showShortcuts })
  useKeptFocus()
  useEffect(() => forgetRecentEntries, [])

  const invite = {
    label: 'Invite admins',
    act: () => void router.navigate({ to: '/admins', search: { dialog: 'invite' } }),
  }
  const actions = [
    ...(me.role === 'super_admin' ? [invite] : []),
    { label: 'Settings', act: () => onDialog('settings') },
    { label: 'Keyboard shortcuts', act: showShortcuts },
    { label: 'Log out', act: onLogOut },
  ]
  return (
    <Suspense>
      {dialog === 'palette' && <Palette role={me.role} actions={actions} onClose={close} />}
      {dialog === 'shortcuts' && <ShortcutsDialog adminId={me.id} onClose={close} />}
    </Suspense>
  )
}
