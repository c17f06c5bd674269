/** The server's version, which it writes into the page. */
export const version = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? ''
