/** A server setting that is written into the page; tests of single widgets have no such page. */
export const productName =
  document.querySelector<HTMLMetaElement>('meta[name="product-name"]')?.content ?? 'Health Console'
