import { isIP } from 'node:net'
import { ConfigError } from './config-error.ts'
import { isLoopback } from './loopback.ts'

/** @param names the names of the settings, if they are not HOST and PORT */
type ListenAddress = { host: string; port: number; names?: { host: string; port: string } }
type Environment = Record<string, string | undefined>

/** The command that started the server, so that a message can repeat it with another setting. */
const startCommand = (environment: Environment) =>
  environment['npm_lifecycle_event'] === 'start' ? 'npm start' : 'bin/console serve'

const explainHost = (host: string, environment: Environment, name = 'HOST') =>
  `${name} is ${host}, which is not an IP address of this machine. A shell such as tcsh or conda may have set it. ` +
  `For your own machine: ${name}=127.0.0.1 ${startCommand(environment)}`

/**
 * Why PUBLIC_URL has to be set, and what else may be meant.
 * @returns undefined if it does not have to be set
 */
export function explainMissingUrl(environment: Environment, host: string): string | undefined {
  const isNpmStart = environment['npm_lifecycle_event'] === 'start'
  const url = 'PUBLIC_URL must be set to the URL that users open'
  if (environment['NODE_ENV'] === 'production') {
    const demo = isNpmStart ? '. npm start starts the demo. For that, run: NODE_ENV=development npm start' : ''
    return `${url}, because NODE_ENV is production${demo}`
  }
  if (isLoopback(host)) return undefined
  if (isIP(host) !== 0) return `${url}, because HOST is not on this machine`
  return `${explainHost(host, environment)}. For others, PUBLIC_URL must also be set to the URL that users open`
}

/** @returns an error that says what to set, or the same error if HOST and PORT are not the cause */
export function explainListenError(
  error: unknown,
  { host, port, names = { host: 'HOST', port: 'PORT' } }: ListenAddress,
  environment: Environment,
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const choose = (other: number) => `choose another, for example: ${names.port}=${other} ${startCommand(environment)}`
  if (code === 'EADDRINUSE')
    return new ConfigError(
      `${names.port} is ${port}, which another program uses: ${choose(port < 65_535 ? port + 1 : 3000)}`,
    )
  if (code === 'EACCES')
    return new ConfigError(`${names.port} is ${port}, which this user may not use: ${choose(3000)}`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new ConfigError(explainHost(host, environment, names.host))
  return error
}
