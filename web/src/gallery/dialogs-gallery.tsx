import { useState } from 'react'
import { KeyRoundIcon } from 'lucide-react'
import { FormDialog } from '../forms/form-dialog.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { Dialog, DialogBody, DialogFoot } from '../ui/dialogs/dialog.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { Flow, Section } from './frame.tsx'

type Open = 'confirm' | 'form' | 'failed' | 'nested' | 'wide' | null

/** Buttons that open each dialog. */
export function DialogsGallery() {
  const [open, setOpen] = useState<Open>(null)
  const [inner, setInner] = useState(false)
  const close = () => setOpen(null)
  return (
    <Section title="Dialog">
      <Flow>
        <Button onClick={() => setOpen('confirm')}>Confirm</Button>
        <Button onClick={() => setOpen('form')}>Form</Button>
        <Button onClick={() => setOpen('failed')}>Form with an error</Button>
        <Button onClick={() => setOpen('nested')}>Nested</Button>
        <Button onClick={() => setOpen('wide')}>Wide and long</Button>
      </Flow>
      {open === 'confirm' && (
        <ConfirmDialog title="Revoke access?" variant="delete" onConfirm={close} onClose={close}>
          They won’t be able to access the platform after that.
        </ConfirmDialog>
      )}
      {(open === 'form' || open === 'failed') && (
        <FormDialog
          title="Invite admins"
          error={open === 'failed' ? { message: 'This email address already has access.' } : null}
          submitLabel="Send invites"
          onSubmit={(event) => {
            event.preventDefault()
            close()
          }}
          onClose={close}
        >
          <TextField label="Email" />
        </FormDialog>
      )}
      <Dialog open={open === 'nested'} onClose={close} title="Settings">
        <DialogBody>
          <TextField label="Name" defaultValue="Eniola Oyelaran" />
          <Button startIcon={KeyRoundIcon} onClick={() => setInner(true)}>
            Change password
          </Button>
        </DialogBody>
        <DialogFoot>
          <Button variant="primary" onClick={close}>
            Save
          </Button>
        </DialogFoot>
        <Dialog open={inner} onClose={() => setInner(false)} title="Change password" size="small">
          <DialogBody>
            <TextField label="Current password" />
          </DialogBody>
        </Dialog>
      </Dialog>
      <Dialog open={open === 'wide'} onClose={close} title="Import Patients data via XLSX" size="wide">
        <DialogBody>
          <TextField label="Comment" />
          {Array.from({ length: 40 }, (_, index) => (
            <p key={index}>Paragraph {index + 1} of a body that scrolls between a fixed head and foot.</p>
          ))}
        </DialogBody>
        <DialogFoot lead={<span className="stamp">219 → 232 rows</span>}>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={close}>
            Import data
          </Button>
        </DialogFoot>
      </Dialog>
    </Section>
  )
}
