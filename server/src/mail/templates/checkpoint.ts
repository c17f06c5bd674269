import type { Config } from '../../core/config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'

/** @param note the checkpoint, which must arrive exactly as it was signed */
export function checkpointMail({ productName }: Config, note: string, publicKey: string): MailContent {
  return renderMail(productName, {
    subject: `${productName} audit log checkpoint – please keep this email`,
    paragraphs: [
      'This is a signed snapshot of the audit log (entry count and last hash). Because this copy is stored outside the console, it can later prove that no earlier entry was changed or removed.',
      'No action is needed. Just keep this email.',
    ],
    verbatim: note,
    notes: [
      `The public key that verifies it: ${publicKey}`,
      'To check the audit log later, forward this email to your system administrator, who saves the block above as a file and verifies the log against it.',
    ],
  })
}
