import { shownEmail } from '../../lib/shown-email.ts'
import { DownloadIcon } from 'lucide-react'
import { saveFile } from '../../lib/save-file.ts'
import { productName } from '../../shell/page-settings.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialogs/dialog.tsx'
import styles from './second-factor.module.css'

type RecoveryCodesDialogProps = { codes: string[]; email: string; onDone: () => void }

/** The codes are shown only once, so only the dialog's own button closes it. */
export function RecoveryCodesDialog({ codes, email, onDone }: RecoveryCodesDialogProps) {
  const save = () => {
    const head = `${productName}: recovery codes of ${shownEmail(email)}\nEach code works once, instead of an authenticator app or a passkey.\n\n`
    saveFile(new Blob([head, codes.join('\n'), '\n'], { type: 'text/plain' }), `${productName} recovery codes.txt`)
  }
  return (
    <Dialog open closable={false} onClose={onDone} title="Save your recovery codes">
      <DialogBody>
        <p>
          Use a code to sign in when you don’t have your app or passkey. Each code works once. Store them somewhere you
          can reach without your phone or computer – they won’t be shown again.
        </p>
        <ul className={styles.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code} className="id">
              {code}
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFoot
        lead={
          <Button startIcon={DownloadIcon} onClick={save}>
            Download
          </Button>
        }
      >
        <Button variant="primary" data-autofocus onClick={onDone}>
          I have saved them
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
