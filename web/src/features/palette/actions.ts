import type { Role } from '@health-console/contract/staff/admins.ts'
import {
  Columns3CogIcon,
  DownloadIcon,
  FileSpreadsheetIcon,
  KeyboardIcon,
  KeyRoundIcon,
  LogOutIcon,
  type LucideIcon,
  MonitorIcon,
  MonitorSmartphoneIcon,
  MoonIcon,
  RotateCcwClockIcon,
  SettingsIcon,
  SunIcon,
  UploadIcon,
  UserPlusIcon,
} from 'lucide-react'
import { chooseTheme } from '../../ui/buttons/theme-switch.tsx'
import type { PaletteEntry } from './entries.ts'

/** The dialogs that can be opened from everywhere, one at a time. */
export type ShellDialog = 'settings' | 'sessions' | 'second-factor' | 'palette' | 'shortcuts'

export type ActionsProps = { role: Role; onDialog: (dialog: ShellDialog) => void; onLogOut: () => void }

/** The commands that are available everywhere. */
export function actionsOf({ role, onDialog, onLogOut }: ActionsProps): PaletteEntry[] {
  const isSuperAdmin = role === 'super_admin'
  return [
    link(FileSpreadsheetIcon, 'Re-upload table', '/hospital-patients?dialog=import', 'Hospital patients'),
    link(RotateCcwClockIcon, 'Import history', '/hospital-patients?dialog=history', 'Hospital patients'),
    link(Columns3CogIcon, 'Customise table', '/hospital-patients?dialog=view', 'Hospital patients', 'columns, rows'),
    link(UploadIcon, 'Upload Main LLM', '/files?upload=gguf', 'Files'),
    link(UploadIcon, 'Upload PPG Encoder', '/files?upload=onnx', 'Files'),
    link(UploadIcon, 'Upload Prompt file', '/files?upload=txt', 'Files'),
    ...(isSuperAdmin
      ? [
          link(UserPlusIcon, 'Invite admins', '/admins?dialog=invite', 'Admins'),
          link(DownloadIcon, 'Export the audit log', '/audit?dialog=export', 'Audit log'),
        ]
      : []),
    action(SettingsIcon, 'Settings', () => onDialog('settings'), 'name, email, password'),
    action(MonitorSmartphoneIcon, 'Sessions', () => onDialog('sessions'), 'where you’re signed in'),
    action(KeyRoundIcon, 'Two-step sign-in', () => onDialog('second-factor'), 'app, passkeys, recovery codes'),
    action(SunIcon, 'Light theme', () => chooseTheme('light')),
    action(MoonIcon, 'Dark theme', () => chooseTheme('dark')),
    action(MonitorIcon, 'System theme', () => chooseTheme('system')),
    action(KeyboardIcon, 'Keyboard shortcuts', () => onDialog('shortcuts')),
    action(LogOutIcon, 'Log out', onLogOut),
  ]
}

const link = (icon: LucideIcon, label: string, href: string, kind: string, detail?: string): PaletteEntry => ({
  id: `action ${label}`,
  group: 'Commands',
  icon,
  label,
  detail,
  kind,
  href,
})

const action = (icon: LucideIcon, label: string, act: () => void, detail?: string): PaletteEntry => ({
  id: `action ${label}`,
  group: 'Commands',
  icon,
  label,
  detail,
  kind: 'Account',
  act,
})
