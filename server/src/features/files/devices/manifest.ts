import type { FileType } from '@health-console/contract/files/files.ts'
import type { Context } from '../../../core/context.ts'
import { hashToken } from '../../../core/crypto/token.ts'
import { createModelKey } from '../signing/model-key.ts'
import { manifestType, toSignedBytes } from '../signing/verify-model.mjs'
import { listRunnable, numberOnChange, type OfferedRow, pickOffered } from './offer.ts'
import { type ListedRow, listReleased } from '../versions/published-store.ts'

const anHour = 3_600_000
/** A device that asks every hour may miss one answer, and a server may be away for a day. */
const validForMs = 25 * anHour

type ManifestVersion = { version: number; fileName: string; size: number; sha256: string }
type ManifestModel = ManifestVersion & { offered?: ManifestVersion & { percent: number } }
type Content = {
  models: Partial<Record<FileType, ManifestModel>>
  withdrawn: { sha256: string; type: FileType; version: number }[]
}

/** What devices are to run and must no longer use, from one read of all versions. */
function toContent(rows: readonly ListedRow[]): Content {
  const models: Content['models'] = {}
  for (const row of pickOffered(rows)) {
    const offered = listRunnable(rows).find((other) => other.type === row.type && other.percent !== null)
    models[row.type] = {
      ...describe(row),
      ...(offered && { offered: { ...describe(offered), percent: offered.percent ?? 0 } }),
    }
  }
  const withdrawn = rows.flatMap(({ state, sha256, type, number }) =>
    state === 'withdrawn' && sha256 !== null ? [{ sha256, type, version: number }] : [],
  )
  return { models, withdrawn }
}

const describe = ({ number, filename, sizeBytes, sha256 }: OfferedRow): ManifestVersion => ({
  version: number,
  fileName: filename,
  size: sizeBytes,
  sha256,
})

/**
 * Creates the manifest when a device asks for it. Its number grows with every change of what it says, and of the key.
 * Each payload is signed once, and kept until the next one.
 */
export function createManifest(context: Context) {
  const { keys, config, now } = context
  let kept: { etag: string; envelope: string } | undefined

  return async (): Promise<{ etag: string; envelope: string }> => {
    const key = createModelKey(keys)
    const { number, content } = await numberOnChange(context, 'manifest', async (db) => {
      const content = toContent(await listReleased(db))
      return { content, hash: hashToken(toCanonicalJson({ ...content, key: key.id })) }
    })
    const issuedAtMs = Math.floor(now() / anHour) * anHour
    const payload = Buffer.from(
      toCanonicalJson({
        console: new URL(config.publicUrl).host,
        number,
        issuedAt: toText(issuedAtMs),
        expiresAt: toText(issuedAtMs + validForMs),
        ...content,
      }),
    )
    const etag = `"${hashToken(payload.toString())}"`
    if (kept?.etag === etag) return kept
    const sig = key.sign(toSignedBytes(payload, manifestType)).toString('base64')
    const signatures = [{ keyid: key.id, sig }]
    kept = {
      etag,
      envelope: JSON.stringify({ payload: payload.toString('base64'), payloadType: manifestType, signatures }),
    }
    return kept
  }
}

const toText = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z')

/** JSON with the keys of each object in the order of their code units, and without spaces. */
function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}
