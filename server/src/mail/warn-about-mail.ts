import type { FastifyBaseLogger } from 'fastify'
import type { Transport } from './transport.ts'

/** Logs a warning at the start if no mail can be sent, for example because of a wrong password. */
export async function warnAboutMail(transport: Transport, logger: FastifyBaseLogger): Promise<void> {
  try {
    await transport.check()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    logger.warn({ reason }, 'the mail server cannot be used: mails wait until it can, see SMTP_URL')
  }
}
