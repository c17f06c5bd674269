import type * as openidClient from 'openid-client'
import type { SignOnSettings } from '../../settings/sign-on.ts'

type Client = Pick<typeof openidClient, 'ClientSecretBasic' | 'ClientSecretPost'>
type Credentials = Pick<SignOnSettings, 'clientId' | 'clientSecret'>

/**
 * Sends the secret in the header, the default of the standard, unless the provider only accepts it in the body. In the
 * header the standard wants special characters encoded, and several providers do not decode them: such a secret goes
 * into the body where the provider accepts that, and the others go as they are, which is right for both.
 */
export function authenticate(client: Client, { clientId, clientSecret }: Credentials): openidClient.ClientAuth {
  const [inHeader, inBody] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)]
  const isPlain = [clientId, clientSecret].every((text) => /^[\w.~-]*$/.test(text))
  const inPlainHeader: openidClient.ClientAuth = (_server, _client, _body, headers) =>
    headers.set('authorization', `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`)
  return (server, metadata, body, headers) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
    const [takesHeader, takesBody] = ['basic', 'post'].map((way) => methods.includes(`client_secret_${way}`))
    if (takesHeader && isPlain) return inPlainHeader(server, metadata, body, headers)
    const way = takesHeader && !takesBody ? inHeader : inBody
    return way(server, metadata, body, headers)
  }
}
