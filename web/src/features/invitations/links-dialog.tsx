import { shownEmail } from '../../lib/shown-email.ts'
import { CopyIcon } from 'lucide-react'
import { formatDateTime } from '../../lib/dates.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialogs/dialog.tsx'
import { Note } from '../../ui/page/note.tsx'
import { copyText } from '../../ui/buttons/copy-text.ts'
import { Copyable } from '../../ui/buttons/copyable.tsx'
import { toast } from '../../ui/toasts.ts'
import { Data } from '../../ui/values/data.tsx'
import type { InvitationLink } from './invitation-links.ts'
import styles from './links-dialog.module.css'

type LinksDialogProps = { links: InvitationLink[]; onClose: () => void }

/** The links are shown only once, so only the dialog's own button closes it. */
export function LinksDialog({ links, onClose }: LinksDialogProps) {
  const isOne = links.length === 1
  const copy = async () => {
    const lines = links.map(({ email, url }) => `${email}\t${url}`)
    if (await copyText(isOne ? (links[0]?.url ?? '') : lines.join('\n')))
      toast.success(isOne ? 'The link was copied' : 'The links were copied')
  }
  return (
    <Dialog
      open
      closable={false}
      size="large"
      onClose={onClose}
      title={isOne ? 'Invitation link' : `${links.length} invitation links`}
    >
      <DialogBody>
        <Note tone="warning">
          This console can’t send email, so send {isOne ? 'the link' : 'each link'} to the person yourself. Anyone with
          the link can use it once. It won’t be shown again.
        </Note>
        <ul className={styles.links}>
          {links.map(({ id, email, url, expiresAt }) => (
            <li key={id}>
              <b>
                <Data>{shownEmail(email)}</Data>
              </b>
              <Copyable text={url} what={`link for ${shownEmail(email)}`}>
                <span className="id">{url}</span>
              </Copyable>
              <span className={styles.until}>Valid once, until {formatDateTime(expiresAt)} UTC</span>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Done</Button>
        <Button variant="primary" startIcon={CopyIcon} data-autofocus onClick={() => void copy()}>
          {isOne ? 'Copy link' : 'Copy all'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
