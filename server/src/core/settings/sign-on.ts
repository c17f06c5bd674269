import { Email, emailKeyOf } from '@health-console/contract/values/text.ts'
import { ConfigError } from './config-error.ts'
import { isLoopback } from './loopback.ts'

type SignOnEnvironment = {
  OIDC_ISSUER?: string | undefined
  OIDC_CLIENT_ID?: string | undefined
  OIDC_CLIENT_SECRET?: string | undefined
  OIDC_NAME: string
  OIDC_TRUST_EMAIL: boolean
  OIDC_SUPER_ADMIN_GROUP?: string | undefined
  OIDC_ADMIN_GROUP?: string | undefined
  OIDC_SECOND_FACTOR?: 'ours' | undefined
  OIDC_ONLY: boolean
  OIDC_EMERGENCY_ADMINS?: string | undefined
}

export type SignOnSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** The provider's name as users know it. */
  name: string
  /** Whether its email addresses count as verified if it does not say so. */
  trustsEmail: boolean
  /** Members of these groups get the role. Undefined: the provider's groups do not matter. */
  superAdminGroup: string | undefined
  adminGroup: string | undefined
  /** Whether the console requires a second factor after the provider. */
  needsOurSecondFactor: boolean
  /** Only the super admins with these email addresses sign in with a password. */
  isOnly: boolean
  emergencyEmailKeys: readonly string[]
}

/** @returns undefined if no provider is set */
export function readSignOn(env: SignOnEnvironment): SignOnSettings | undefined {
  if (env.OIDC_ISSUER === undefined) {
    const orphan = (['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ONLY'] as const).find((name) => env[name])
    if (orphan) throw new ConfigError(`OIDC_ISSUER must be set together with ${orphan}`)
    return undefined
  }
  const emergencyEmailKeys = readEmails(env.OIDC_EMERGENCY_ADMINS ?? '')
  if (env.OIDC_ONLY && emergencyEmailKeys.length === 0)
    throw new ConfigError('OIDC_EMERGENCY_ADMINS must list at least one email address if OIDC_ONLY is 1')
  return {
    issuer: readIssuer(env.OIDC_ISSUER),
    clientId: required('OIDC_CLIENT_ID', env.OIDC_CLIENT_ID),
    clientSecret: required('OIDC_CLIENT_SECRET', env.OIDC_CLIENT_SECRET),
    name: env.OIDC_NAME,
    trustsEmail: env.OIDC_TRUST_EMAIL,
    superAdminGroup: env.OIDC_SUPER_ADMIN_GROUP,
    adminGroup: env.OIDC_ADMIN_GROUP,
    needsOurSecondFactor: env.OIDC_SECOND_FACTOR === 'ours',
    isOnly: env.OIDC_ONLY,
    emergencyEmailKeys,
  }
}

function readIssuer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isSafe || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new ConfigError('OIDC_ISSUER must be a URL such as https://login.example.org; http:// only on this machine')
  // On that endpoint, any tenant could make any claim about its users.
  if (url.hostname === 'login.microsoftonline.com' && /^\/(common|organizations|consumers)(\/|$)/.test(url.pathname))
    throw new ConfigError('OIDC_ISSUER must contain your own tenant: https://login.microsoftonline.com/TENANT-ID/v2.0')
  return text
}

function readEmails(text: string): string[] {
  const emails = text.split(',').map(emailKeyOf).filter(Boolean)
  const wrong = emails.find((email) => !Email.safeParse(email).success)
  if (wrong !== undefined)
    throw new ConfigError(`OIDC_EMERGENCY_ADMINS must be email addresses, separated by commas: ${wrong} is not one`)
  return emails
}

function required(name: string, value: string | undefined): string {
  if (value === undefined) throw new ConfigError(`${name} must be set together with OIDC_ISSUER`)
  return value
}
