import type { Config } from '../../config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'

/** @param note the checkpoint, which must arrive exactly as it was signed */
export function checkpointMail({ productName }: Config, note: string, publicKey: string): MailContent {
  return renderMail(productName, {
    subject: `Keep this: a checkpoint of the ${productName} audit log`,
    paragraphs: [
      'This signed checkpoint says how many entries the audit log has and with which hash it ends. With this copy, which lies outside of the console, it can be proven later that no entry before it was changed or removed.',
      'There is nothing to do. Keep the mail.',
    ],
    verbatim: note,
    notes: [
      `The public key that verifies it: ${publicKey}`,
      'To compare: save the lines from the name of the console to the signature as a file, and have your operator run verify-audit --against FILE.',
    ],
  })
}
