import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { pages } from '@health-console/contract/http/pages.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../../core/config.ts'
import type { KeptAssets } from './kept-assets.ts'
import { noSuchUrl, sendError } from '../errors.ts'
import { fillPage, wantsPage } from './page.ts'

// The built server is in a different folder from its sources, but in the same package.
export const builtWeb = path.resolve(findPackageJSON(import.meta.url) ?? '', '../../web/dist')

/**
 * Serves the built web: hashed assets, also those of the version before, are cached for a year and sent from their compressed siblings; the page itself is
 * never cached and is sent for the paths of its pages. A browser that navigates to an unknown path gets it with status
 * 404.
 */
export async function registerStaticWeb(
  app: FastifyInstance,
  config: Config,
  { directory, keptAssets }: { directory: string; keptAssets: KeptAssets | undefined },
): Promise<void> {
  const file = path.join(directory, 'index.html')
  const page = existsSync(file) ? fillPage(readFileSync(file, 'utf8'), config) : undefined

  if (page !== undefined) {
    const own = new Set(readdirSync(path.join(directory, 'assets')))
    // The plugin's own route could not state its permission.
    await app.register(fastifyStatic, {
      root: path.join(directory, 'assets'),
      serve: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      index: false,
      // No client resumes downloads of these files, and a range that cannot be satisfied would be an error.
      acceptRanges: false,
    })
    app.get<{ Params: { '*': string } }>('/assets/*', { config: { permission: 'public' } }, (request, reply) => {
      const name = request.params['*']
      const folder = own.has(name) ? undefined : keptAssets?.get(name)
      return folder === undefined ? reply.sendFile(name) : reply.sendFile(name, folder)
    })
    for (const name of ['favicon.svg', 'theme.js', 'loading.js']) {
      if (!existsSync(path.join(directory, name))) continue
      app.get(`/${name}`, { config: { permission: 'public' } }, (_request, reply) =>
        reply
          .header('cache-control', 'no-cache')
          .sendFile(name, directory, { maxAge: 0, immutable: false, cacheControl: false }),
      )
    }
  }

  const sendPage = (reply: FastifyReply) =>
    page === undefined
      ? reply.code(503).type('text/plain').send('The web app has not been built. Run `npm start`, or `npm run dev`.')
      : reply.type('text/html; charset=utf-8').send(page)

  for (const url of pages.flatMap((each) => (each === '/' ? [each] : [each, `${each}/`])))
    app.get(url, { config: { permission: 'public' } }, (_request, reply) => sendPage(reply))

  app.setNotFoundHandler((request, reply) => {
    if (wantsPage(request.raw, request.url)) return sendPage(reply.code(404))
    return sendError(request, reply, noSuchUrl())
  })
}
