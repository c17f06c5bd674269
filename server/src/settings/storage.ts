import path from 'node:path'
import { ConfigError } from './config-error.ts'

export type StorageSettings = { kind: 'local'; folder: string } | ({ kind: 's3' } & S3Settings)

export type S3Settings = {
  bucket: string
  /** Absent: AWS itself. */
  endpoint?: string
  region?: string
  /** Absent: the usual chain (environment, shared files, instance role). */
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

type StorageEnvironment = {
  DATA_DIR: string
  S3_BUCKET?: string | undefined
  S3_ENDPOINT?: URL | undefined
  S3_REGION?: string | undefined
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
}

/** In a bucket where one is named, otherwise below the data directory. */
export function readStorage(env: StorageEnvironment): StorageSettings {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  if (S3_BUCKET === undefined) {
    const alone = Object.entries({ S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY })
    const [name] = alone.find(([, value]) => value !== undefined) ?? []
    if (name !== undefined) throw new ConfigError(`S3_BUCKET must be set together with ${name}`)
    return { kind: 'local', folder: path.join(path.resolve(env.DATA_DIR), 'files') }
  }
  if ((S3_ACCESS_KEY_ID === undefined) !== (S3_SECRET_ACCESS_KEY === undefined)) {
    throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together')
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
  }
}
