import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { createFileTransport } from './file.ts'
import { createSmtpTransport } from './smtp.ts'
import type { Transport } from './transport.ts'

/** The way of sending that the settings name; undefined when there is none. */
export function createMailTransport({ config, now }: Context, logger: FastifyBaseLogger): Transport | undefined {
  switch (config.mail.way) {
    case 'off':
      return undefined
    case 'files':
      return createFileTransport(config.mail.directory, config.mailFrom, logger, now)
    case 'smtp':
      return createSmtpTransport(config.mail.smtp, config.mailFrom)
  }
}
