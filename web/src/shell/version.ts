/** The server's version, which the server writes into the page. */
export const version = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? ''
