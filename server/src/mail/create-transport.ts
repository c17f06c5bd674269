import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../core/context.ts'
import { createFileTransport } from './file.ts'
import type { Transport } from './transport.ts'

/** The configured transport; undefined if email is off. */
export async function createMailTransport(
  { config, now }: Context,
  logger: FastifyBaseLogger,
): Promise<Transport | undefined> {
  switch (config.mail.method) {
    case 'off':
      return undefined
    case 'files':
      return createFileTransport(config.mail.directory, config.mailFrom, logger, now)
    case 'smtp': {
      const { createSmtpTransport } = await import('./smtp.ts')
      return createSmtpTransport(config.mail.smtp, config.mailFrom)
    }
  }
}

/** Logs a warning at the start if no email can be sent, for example because of a wrong password. */
export async function warnAboutMail(transport: Transport, logger: FastifyBaseLogger): Promise<void> {
  try {
    await transport.check()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    logger.warn({ reason }, 'the mail server cannot be used: emails wait until it can, see SMTP_URL')
  }
}
