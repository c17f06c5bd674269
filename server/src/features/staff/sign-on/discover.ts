import type { ClientAuth, Configuration } from 'openid-client'
import { fetchBounded } from '../../../core/fetch-bounded.ts'
import type { SignOnSettings } from '../../../core/settings/sign-on.ts'

/** How long to wait for each of up to four requests to a slow provider. */
const timeoutSeconds = 5
const maxAnswerBytes = 2 ** 20

/** This is loaded on first use, because most consoles have no provider. */
export const load = () => import('openid-client')

/** Fetches the provider's URLs and keys each time: they may change, and no cache has to be shared or expire. */
export async function discover(settings: SignOnSettings): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings
  const client = await load()
  const url = new URL(issuer)
  return client.discovery(url, clientId, clientSecret, authenticate(client, settings), {
    timeout: timeoutSeconds,
    // The responses of a provider are small, and an endless one must not fill the memory.
    [client.customFetch]: (address, { method, headers, body, signal }) =>
      fetchBounded(address, { method, headers, body: body ?? null, signal, maxBytes: maxAnswerBytes }),
    execute: [client.enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : [])],
  })
}

type Client = Pick<Awaited<ReturnType<typeof load>>, 'ClientSecretBasic' | 'ClientSecretPost'>
type Credentials = Pick<SignOnSettings, 'clientId' | 'clientSecret'>

/**
 * Sends the secret in the header, the default of the standard, unless the provider only accepts it in the body. In the
 * header the standard requires special characters to be encoded, and several providers do not decode them: such a
 * secret is sent in the body if the provider accepts that. Other secrets are sent unchanged, which is correct for both.
 */
function authenticate(client: Client, { clientId, clientSecret }: Credentials): ClientAuth {
  const [inHeader, inBody] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)]
  const isPlain = [clientId, clientSecret].every((text) => /^[\w.~-]*$/.test(text))
  const inPlainHeader: ClientAuth = (_server, _client, _body, headers) =>
    headers.set('authorization', `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`)
  return (server, metadata, body, headers) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
    const [takesHeader, takesBody] = ['basic', 'post'].map((method) => methods.includes(`client_secret_${method}`))
    if (takesHeader && isPlain) return inPlainHeader(server, metadata, body, headers)
    const send = takesHeader && !takesBody ? inHeader : inBody
    return send(server, metadata, body, headers)
  }
}
