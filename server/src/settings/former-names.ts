/**
 * Replaces `MAIL`, the former name of MAIL_DELIVERY. Logins set it to the path of a mailbox, which is ignored (decision
 * 120).
 *
 * @returns the settings, and notices for the operator about each former name in use
 */
export function readFormerNames({ MAIL: mail, ...settings }: Record<string, string>): {
  settings: Record<string, string>
  notices: string[]
} {
  const isFormer = (mail === 'on' || mail === 'off') && settings['MAIL_DELIVERY'] === undefined
  if (!isFormer) return { settings, notices: [] }
  return {
    settings: { ...settings, MAIL_DELIVERY: mail },
    notices: [`MAIL=${mail} still works, but the setting is now called MAIL_DELIVERY: change the name`],
  }
}
