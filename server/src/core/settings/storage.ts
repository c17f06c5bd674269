import path from 'node:path'
import { ConfigError } from './config-error.ts'
import { isLoopback } from './loopback.ts'

export type StorageSettings = { kind: 'local'; folder: string } | ({ kind: 's3' } & S3Settings)

export type S3Settings = {
  bucket: string
  /** Absent: AWS. */
  endpoint?: string
  region?: string
  /** Absent: the default credential chain (environment, shared files, instance role). */
  credentials?: { accessKeyId: string; secretAccessKey: string }
  /** Absent: the bucket's default. */
  encryption?: { algorithm: 'AES256' } | { algorithm: 'aws:kms'; keyId?: string }
}

/** Where files are stored, as a text for the system administrator. */
export const nameStorage = (settings: StorageSettings): string =>
  settings.kind === 'local' ? settings.folder : `bucket ${settings.bucket} at ${settings.endpoint ?? 'AWS'}`

type StorageEnvironment = {
  DATA_DIR: string
  S3_BUCKET?: string | undefined
  S3_ENDPOINT?: URL | undefined
  S3_ALLOW_HTTP: boolean
  S3_REGION?: string | undefined
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
  S3_SSE?: string | undefined
}

/** Files are stored in a bucket if one is set, otherwise below the data directory. */
export function readStorage(env: StorageEnvironment): StorageSettings {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_SSE } = env
  if (S3_BUCKET === undefined) {
    const alone = Object.entries({ S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_SSE })
    const [name] = alone.find(([, value]) => value !== undefined) ?? []
    if (name !== undefined) throw new ConfigError(`S3_BUCKET must be set together with ${name}`)
    return { kind: 'local', folder: path.join(path.resolve(env.DATA_DIR), 'files') }
  }
  if ((S3_ACCESS_KEY_ID === undefined) !== (S3_SECRET_ACCESS_KEY === undefined)) {
    throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together')
  }
  if (S3_ENDPOINT?.protocol === 'http:' && !isLoopback(S3_ENDPOINT.hostname) && !env.S3_ALLOW_HTTP) {
    throw new ConfigError(
      'S3_ENDPOINT must start with https:// unless it is on this machine; set S3_ALLOW_HTTP=1 if the network is safe',
    )
  }
  return {
    kind: 's3',
    bucket: S3_BUCKET,
    ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT.origin }),
    ...(S3_REGION !== undefined && { region: S3_REGION }),
    ...(S3_ACCESS_KEY_ID !== undefined &&
      S3_SECRET_ACCESS_KEY !== undefined && {
        credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
      }),
    ...(S3_SSE !== undefined && { encryption: readEncryption(S3_SSE) }),
  }
}

function readEncryption(text: string): NonNullable<S3Settings['encryption']> {
  if (text === 'AES256') return { algorithm: 'AES256' }
  const [, keyId] = /^aws:kms(?::(.+))?$/.exec(text) ?? []
  if (text === 'aws:kms' || keyId !== undefined) return { algorithm: 'aws:kms', ...(keyId !== undefined && { keyId }) }
  throw new ConfigError('S3_SSE must be AES256, aws:kms or aws:kms:KEY')
}
