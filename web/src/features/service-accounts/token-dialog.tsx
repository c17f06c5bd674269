import type { ServiceAccount } from '@health-console/contract/staff/service-accounts.ts'
import { CopyIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { copyText } from '../../ui/buttons/copy-text.ts'
import { Copyable } from '../../ui/buttons/copyable.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialogs/dialog.tsx'
import { Note } from '../../ui/page/note.tsx'
import { toast } from '../../ui/toasts.ts'
import styles from './token-dialog.module.css'
import { TokenHistory } from './token-history.tsx'
import { workingTokens } from './tokens.ts'
import { Data } from '../../ui/values/data.tsx'

type TokenDialogProps = {
  account: ServiceAccount
  made: { token: string; id: string; expiresAt: string }
  onClose: () => void
}

/**
 * Shows a token once. Only its own buttons and Escape close it, and they ask for a confirmation until the token was
 * copied.
 */
export function TokenDialog({ account, made: { token, id, expiresAt }, onClose }: TokenDialogProps) {
  const [nowMs] = useState(() => Date.now())
  const [isCopied, setIsCopied] = useState(false)
  const [tokenLabel, exampleLabel] = [useId(), useId()]
  const idLength = 'hc_'.length + id.length
  const others = workingTokens(account, nowMs).filter((each) => each.id !== id)
  const made = { id, createdAt: '', endsAt: expiresAt, state: 'live', lastUsedAt: null, lastAddress: '' } as const
  const example = `curl ${window.location.origin}/machine/v1/whoami \\\n  -H "Authorization: Bearer $HC_TOKEN"`

  const copy = async () => {
    if (!(await copyText(token))) return
    setIsCopied(true)
    toast.success('The token was copied')
  }
  const close = async () => {
    const mayClose =
      isCopied ||
      (await confirm({
        title: 'Close without copying?',
        body: 'The token won’t be shown again.',
        cancelLabel: 'Keep open',
        confirmLabel: 'Close',
      }))
    if (mayClose) onClose()
  }

  return (
    <Dialog
      open
      title={
        <>
          <Data>{account.name}</Data> - new token
        </>
      }
      size="large"
      closesOutside={false}
      onClose={() => void close()}
    >
      <DialogBody>
        <Note tone="warning">
          <b>Copy this token now</b> – it won’t be shown again. If you lose it, create a new one.
        </Note>
        <div className={styles.field}>
          <span id={tokenLabel}>Token</span>
          {/* Selecting the token counts as copying it. */}
          <code className={styles.token} aria-labelledby={tokenLabel} onCopy={() => setIsCopied(true)}>
            <b>{token.slice(0, idLength)}</b>
            {token.slice(idLength, -checksumLength)}
            <i>{token.slice(-checksumLength)}</i>
          </code>
          <p className={styles.help}>
            {account.scopes.join(', ')} · from{' '}
            {account.networks.length > 0 ? account.networks.join(' and ') : 'any network'}
          </p>
        </div>
        <div className={styles.field}>
          <span id={exampleLabel}>Example</span>
          <div className={styles.example}>
            <Copyable text={example} what="example">
              <code aria-labelledby={exampleLabel}>{example}</code>
            </Copyable>
          </div>
        </div>
        <TokenHistory account={account} tokens={[made, ...others]} newId={id} nowMs={nowMs} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={() => void close()}>Close</Button>
        <Button variant="primary" startIcon={CopyIcon} data-autofocus onClick={() => void copy()}>
          Copy token
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** The last characters, which distinguish a truncated or mistyped token from an unknown one. */
const checksumLength = 8
