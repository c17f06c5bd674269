import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { UploadFigure, UploadPanel, useLogOutWarning } from '../features/files/upload/upload-panel.tsx'
import { forgetUploads } from '../features/files/upload/sending/uploads.ts'
import type { ShellDialog } from '../features/palette/actions.ts'
import { forgetRecentEntries } from '../features/palette/recent.ts'
import { enter } from '../features/sessions/entry.ts'
import { useSession } from '../features/sessions/use-session.ts'
import { SessionGuard } from '../features/sessions/session-guard.tsx'
import { useConfirmLogOut } from '../features/sessions/use-confirm-log-out.ts'
import { ConfirmHost } from '../forms/confirm-host.tsx'
import { useFocusFallback } from '../lib/use-focus-fallback.ts'
import { ConsoleShell } from '../shell/console-shell.tsx'
import { ErrorPage } from '../shell/error-page.tsx'
import { fetchedLater, useFetchAhead } from '../shell/fetched-later.tsx'
import { rememberUsersList } from '../shell/last-users-list.ts'
import { FirstPage } from '../shell/pending-page.tsx'
import { PrintFoot } from '../shell/print-foot.tsx'
import { PublicPage } from '../shell/public-page.tsx'
import { toggleRail } from '../shell/rail.ts'
import { focusSearch, useShortcuts } from '../shell/shortcuts.ts'
import { typeInto } from '../shell/type-into.ts'

export const Route = createFileRoute('/_authenticated')({
  beforeLoad: async ({ location }) => {
    const entry = await enter()
    if (entry.state !== 'signed-in') {
      const next = location.href === '/' ? undefined : location.href
      throw redirect({ to: '/login', search: { next }, replace: true })
    }
    return { session: entry.session }
  },
  pendingComponent: FirstPage,
  pendingMs: 0,
  pendingMinMs: 0,
  component: Authenticated,
  errorComponent: ErrorPage,
})

const SettingsDialog = fetchedLater(
  async () => (await import('../features/settings/settings-dialog.tsx')).SettingsDialog,
)

const OpenSessionsDialog = fetchedLater(
  async () => (await import('../features/sessions/open-sessions-dialog.tsx')).OpenSessionsDialog,
)

const SecondFactorDialog = fetchedLater(
  async () => (await import('../features/second-factor/second-factor-dialog.tsx')).SecondFactorDialog,
)

const Palette = fetchedLater(async () => (await import('../features/palette/palette.tsx')).Palette)

const ShortcutsDialog = fetchedLater(
  async () => (await import('../features/palette/shortcuts-dialog.tsx')).ShortcutsDialog,
)

function Authenticated() {
  useFetchAhead(SettingsDialog, OpenSessionsDialog, SecondFactorDialog, ShortcutsDialog, Palette)
  const session = useSession(Route.useRouteContext().session)
  const [dialog, setDialog] = useState<ShellDialog | null>(null)
  // The settings stay open below the dialog that they open.
  const [aboveSettings, setAboveSettings] = useState<ShellDialog | null>(null)
  const top = aboveSettings ?? dialog
  const close = () => (aboveSettings ? setAboveSettings(null) : setDialog(null))
  const openPalette = () => {
    setDialog('palette')
    typeInto('[role=dialog] [role=combobox]')
  }
  const confirmLogOut = useConfirmLogOut(useLogOutWarning())
  useEffect(() => forgetUploads, [])
  useEffect(() => () => rememberUsersList({}), [])
  if (session.secondFactor === 'required')
    return (
      <SessionGuard session={session}>
        <PublicPage>
          <SecondFactorDialog isFirst admin={session.user} onClose={confirmLogOut} />
        </PublicPage>
        <ConfirmHost />
        <PrintFoot name={session.user.fullName} />
      </SessionGuard>
    )
  return (
    <SessionGuard session={session}>
      <ConsoleShell
        admin={session.user}
        panel={(leave) => <UploadPanel leave={leave} />}
        status={<UploadFigure />}
        onSearch={openPalette}
        onSettings={() => setDialog('settings')}
        onLogOut={confirmLogOut}
      >
        <Outlet />
      </ConsoleShell>
      {dialog === 'settings' && (
        <SettingsDialog
          admin={session.user}
          hasSecondFactor={session.secondFactor === 'set'}
          mayHavePassword={session.confirmBy.includes('password')}
          onOpen={setAboveSettings}
          onClose={() => setDialog(null)}
        />
      )}
      {top === 'second-factor' && <SecondFactorDialog admin={session.user} onClose={close} />}
      {top === 'sessions' && <OpenSessionsDialog of={null} onClose={close} />}
      {top === 'shortcuts' && <ShortcutsDialog adminId={session.user.id} onClose={close} />}
      {dialog === 'palette' && (
        <Palette
          role={session.user.role}
          onDialog={setDialog}
          onLogOut={confirmLogOut}
          onClose={() => setDialog(null)}
        />
      )}
      <Keyboard adminId={session.user.id} onPalette={openPalette} onHelp={() => setDialog('shortcuts')} />
      <ConfirmHost />
      <PrintFoot name={session.user.fullName} />
    </SessionGuard>
  )
}

type KeyboardProps = { adminId: string; onPalette: () => void; onHelp: () => void }

/** Handles the keys that work on every page, from its first moment on. */
function Keyboard({ adminId, onPalette, onHelp }: KeyboardProps) {
  useShortcuts(adminId, { search: focusSearch, palette: onPalette, sidebar: toggleRail, help: onHelp })
  useFocusFallback()
  useEffect(() => forgetRecentEntries, [])
  return null
}
