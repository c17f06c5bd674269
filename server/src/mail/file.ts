import { linkSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { TakenMail } from './outbox.ts'
import { errorCode } from '../core/disk/error-code.ts'
import { makeFoldersIn } from '../core/disk/make-folder.ts'
import { type Sender, toMessage } from './message.ts'
import type { Transport } from './transport.ts'

/** Saves every email as `<time>-<kind>.eml`, readable only by its owner, in plain text. */
export function createFileTransport(
  directory: string,
  from: Sender,
  logger: FastifyBaseLogger,
  now: () => number,
): Transport {
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await composer.sendMail({ ...toMessage(mail, from), ...asReadableParts(mail) })
      if (!Buffer.isBuffer(message)) throw new Error('the mail was not composed into memory')
      await makeFoldersIn(path.dirname(directory), path.basename(directory))
      logger.info({ file: keep(directory, mail.kind, now(), message) }, 'email saved as a file')
    },
    check: async () => {},
    close: () => {},
  }
}

/** The file gets its name only when it is complete, and never replaces another email of the same millisecond. */
function keep(directory: string, kind: string, nowMs: number, message: Buffer): string {
  const unfinished = path.join(directory, `.${process.pid}.unfinished`)
  writeFileSync(unfinished, message, { mode: 0o600 })
  try {
    for (let atMs = nowMs; ; atMs += 1) {
      const name = `${new Date(atMs).toISOString().replaceAll(':', '-')}-${kind}.eml`
      try {
        linkSync(unfinished, path.join(directory, name))
        return name
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error
      }
    }
  } finally {
    unlinkSync(unfinished)
  }
}

/** nodemailer would choose quoted-printable, which breaks links into two lines. */
function asReadableParts({ content }: TakenMail) {
  const part = (type: string, body: string) => ({
    raw: `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${body.replaceAll(/\r?\n/g, '\r\n')}`,
  })
  return {
    text: undefined,
    html: undefined,
    alternatives: [part('text/plain', content.text), part('text/html', content.html)],
  }
}
