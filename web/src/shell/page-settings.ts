/** A setting that the server writes into the page, which tests of single widgets do not have. */
const settingOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

export const productName = settingOf('product-name') ?? 'Health Console'

/** The server's version. */
export const version = settingOf('version') ?? ''

/** Where it does not, invitation links are shown to the super admin who makes them. */
export const sendsMail = settingOf('sends-mail') !== ''

/** The name of the provider of single sign-on; empty if there is none. */
export const signOnName = settingOf('sign-on-name') ?? ''

/** Only people with emergency access can sign in with a password. */
export const isSignOnOnly = (settingOf('sign-on-only') ?? '') !== ''
