import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { noSuchUrl, notFound } from '../../http/errors.ts'
import { isLoopback } from '../../core/settings/loopback.ts'
import { styleHash } from '../templates/layout.ts'
import { listKeptMails, readKeptMail } from './kept-mails.ts'
import { framedHtml, listPage, messagePage } from './pages.ts'

const publicRoute = { config: { permission: 'public' } } as const

/** Shows the emails that the console would send. Only available if server and browser are on the same machine. */
export function mailboxRoutes(app: FastifyInstance, { config }: Context): void {
  if (!config.mailbox || config.mail.method !== 'files') return
  const { productName } = config
  const { directory } = config.mail
  const stylesheet = readFileSync(new URL('./mailbox.css', import.meta.url), 'utf8')

  void app.register(async (scope) => {
    // Neither another site with a host name that points at this machine, nor a proxy on this machine, may give access
    // to it.
    scope.addHook('onRequest', async ({ hostname, headers }) => {
      if (!isLoopback(hostname) || isForwarded(headers)) throw noSuchUrl()
    })

    scope.get('/mailbox', publicRoute, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(listPage(productName, await listKeptMails(directory))),
    )

    scope.get('/mailbox/mailbox.css', publicRoute, async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(stylesheet),
    )

    scope.get<{ Params: { file: string } }>('/mailbox/:file', publicRoute, async (request, reply) => {
      const mail = await getMail(request.params.file)
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', `${String(reply.getHeader('content-security-policy'))};frame-src 'self'`)
        .send(messagePage(productName, mail))
    })

    scope.get<{ Params: { file: string } }>('/mailbox/:file/html', publicRoute, async (request, reply) => {
      const mail = await getMail(request.params.file)
      return reply
        .type('text/html; charset=utf-8')
        .header(
          'content-security-policy',
          `default-src 'none';style-src '${styleHash}';form-action 'none';frame-ancestors 'self'`,
        )
        .header('x-frame-options', 'SAMEORIGIN')
        .send(framedHtml(mail.html))
    })
  })

  async function getMail(file: string) {
    const mail = await readKeptMail(directory, file)
    if (!mail) throw notFound('This email doesn’t exist.')
    return mail
  }
}

function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => /^(forwarded|x-forwarded-.+|x-real-ip|via)$/.test(name))
}
