import type { Config } from '../config.ts'
import { version } from '../settings/version.ts'
import { escapeHtml } from './escape-html.ts'

/** Writes settings and the version into the page, `web/index.html`, so that the web does not have to request them. */
export function fillPage(
  html: string,
  { productName, signOn, mail }: Pick<Config, 'productName' | 'signOn' | 'mail'>,
): string {
  return html
    .replaceAll('%PRODUCT_NAME%', () => escapeHtml(productName))
    .replaceAll('%VERSION%', version)
    .replaceAll('%SENDS_MAIL%', mail.method === 'off' ? '' : '1')
    .replaceAll('%SIGN_ON_NAME%', () => escapeHtml(signOn?.name ?? ''))
    .replaceAll('%SIGN_ON_ONLY%', signOn?.isOnly ? '1' : '')
}

/** Whether a request is for the page: its path is neither part of the API nor one of the page's files. */
export function wantsPage(method: string | undefined, path: string): boolean {
  return (method === 'GET' || method === 'HEAD') && /^\/(?!(v1|assets)([/?#]|$))/.test(path)
}
