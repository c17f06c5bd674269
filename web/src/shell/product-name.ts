const placeholder = '%PRODUCT_NAME%'

/** A setting of the server, which writes it into the page; while developing, the page comes from elsewhere. */
export const productName = readProductName()

function readProductName(): string {
  const name = document.querySelector<HTMLMetaElement>('meta[name="product-name"]')?.content
  return name && name !== placeholder ? name : 'Health Console'
}
