import type { IncomingMessage } from 'node:http'
import type { Config } from '../../core/config.ts'
import { isDecodable } from '../../core/settings/is-decodable.ts'
import { supportedUntil, version } from '../../core/settings/version.ts'
import { escapeHtml } from './escape-html.ts'

/** Writes settings and the version into the page, `web/index.html`, so that the web does not have to request them. */
export function fillPage(
  html: string,
  { productName, signOn, mail }: Pick<Config, 'productName' | 'signOn' | 'mail'>,
): string {
  return html
    .replaceAll('%PRODUCT_NAME%', () => escapeHtml(productName))
    .replaceAll('%VERSION%', version)
    .replaceAll('%SUPPORTED_UNTIL%', supportedUntil)
    .replaceAll('%SENDS_MAIL%', mail.method === 'off' ? '' : '1')
    .replaceAll('%SIGN_ON_NAME%', () => escapeHtml(signOn?.name ?? ''))
    .replaceAll('%SIGN_ON_ONLY%', signOn?.isOnly ? '1' : '')
}

/** Whether a browser navigates to this URL and could be shown a page, at least the one for an unknown URL. */
export function wantsPage({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>, url: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return (headers.accept ?? '').includes('text/html') && !isApiPath(url)
}

/** Below these paths there are endpoints and files, never pages. The path is decoded first, as the router does. */
function isApiPath(url: string): boolean {
  const path = url.replace(/[?#].*/s, '')
  return /^\/(?:v\d+|machine|assets|openapi[^/]*)(?:\/|$)/i.test(isDecodable(path) ? decodeURIComponent(path) : path)
}
