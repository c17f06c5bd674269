import type { Config } from '../config.ts'
import { escapeHtml } from './escape-html.ts'

/** Writes the settings that the web knows without asking into its page, `web/index.html`. */
export function fillPage(html: string, { productName }: Pick<Config, 'productName'>): string {
  return html.replaceAll('%PRODUCT_NAME%', () => escapeHtml(productName))
}
