import type { Config } from '../config.ts'
import { version } from '../settings/version.ts'
import { escapeHtml } from './escape-html.ts'

/** Writes settings and the version into the page, `web/index.html`, so that the web does not have to request them. */
export function fillPage(html: string, { productName, signOn }: Pick<Config, 'productName' | 'signOn'>): string {
  return html
    .replaceAll('%PRODUCT_NAME%', () => escapeHtml(productName))
    .replaceAll('%VERSION%', version)
    .replaceAll('%SIGN_ON_NAME%', () => escapeHtml(signOn?.name ?? ''))
    .replaceAll('%SIGN_ON_ONLY%', signOn?.isOnly ? '1' : '')
}

/** Whether a path is neither part of the API nor one of the page's files. */
export function isPagePath(url: string): boolean {
  return /^\/(?!(v1|assets)([/?#]|$))/.test(url)
}
