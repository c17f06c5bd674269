/** A setting that the server writes into the page, which tests of single widgets do not have. */
export const productName =
  document.querySelector<HTMLMetaElement>('meta[name="product-name"]')?.content ?? 'Health Console'
