/** A setting of the server, which writes it into the page. Tests of single widgets have no such page. */
export const productName =
  document.querySelector<HTMLMetaElement>('meta[name="product-name"]')?.content ?? 'Health Console'
