/** A setting that the server writes into the page. It is missing in tests of single widgets. */
const settingOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

export const productName = settingOf('product-name') ?? 'Health Console'

/** The server's version. */
export const version = settingOf('version') ?? ''

/** The last day on which this version receives fixes. */
export const supportedUntil = settingOf('supported-until') ?? ''

/** Whether the console sends email. If not, invitation links are shown to the super admin who creates them. */
export const sendsMail = settingOf('sends-mail') !== ''

/** A sentence about an email, or nothing where no email is sent. Every such sentence in the web goes through it. */
export const ifMailed = (sentence: string): string => (sendsMail ? sentence : '')

/** The name of the identity provider; empty if there is none. */
export const signOnName = settingOf('sign-on-name') ?? ''

/** Whether only admins with emergency access can sign in with a password. */
export const isSignOnOnly = (settingOf('sign-on-only') ?? '') !== ''
