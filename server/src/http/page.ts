import type { Config } from '../config.ts'
import { escapeHtml } from './escape-html.ts'

/** Writes settings into the page, `web/index.html`, so that the web need not request them. */
export function fillPage(html: string, { productName }: Pick<Config, 'productName'>): string {
  return html.replaceAll('%PRODUCT_NAME%', () => escapeHtml(productName))
}
