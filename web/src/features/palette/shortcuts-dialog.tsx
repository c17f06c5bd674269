import { useState } from 'react'
import { commandKey } from '../../lib/command-key.ts'
import { rememberShortcutsOff, shortcutsOff, type ShortcutId } from '../../shell/shortcuts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { KeyCap } from '../../ui/values/key-cap.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialogs/dialog.tsx'
import styles from './shortcuts-dialog.module.css'

const shortcuts: { id: ShortcutId; keys: string[]; label: string }[] = [
  { id: 'search', keys: ['/'], label: 'Search this page' },
  { id: 'palette', keys: [commandKey, 'K'], label: 'Search and commands' },
  { id: 'sidebar', keys: ['['], label: 'Collapse or expand the sidebar' },
  { id: 'help', keys: ['?'], label: 'Show the keyboard shortcuts' },
]

/** The keyboard shortcuts. Each can be turned off, for admins who dictate or press keys by mistake (WCAG 2.1.4). */
export function ShortcutsDialog({ adminId, onClose }: { adminId: string; onClose: () => void }) {
  const [off, setOff] = useState(() => shortcutsOff(adminId))
  const turn = (id: ShortcutId, isOn: boolean) => {
    const next = isOn ? off.filter((each) => each !== id) : [...off, id]
    rememberShortcutsOff(adminId, next)
    setOff(next)
  }
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" size="small">
      <DialogBody>
        <ul className={styles.list}>
          {shortcuts.map(({ id, keys, label }) => (
            <li key={id}>
              <label>
                <input
                  type="checkbox"
                  checked={!off.includes(id)}
                  onChange={(event) => turn(id, event.target.checked)}
                />
                <span>{label}</span>
                <span className={styles.keys}>
                  {keys.map((key) => (
                    <KeyCap key={key}>{key}</KeyCap>
                  ))}
                </span>
              </label>
            </li>
          ))}
        </ul>
        <p className="muted">In a list, use the arrow keys to move between rows and their buttons.</p>
        <p className="muted">
          Shortcuts are ignored while you type. Your choices are saved in this browser. You can also open this from
          Settings.
        </p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </Dialog>
  )
}
