import type { Command } from '../../../commands/command.ts'
import type { Context } from '../../../core/context.ts'
import { noteRun } from '../../../core/database/console-state/maintenance-runs.ts'
import { StorageError } from '../../../core/storage/errors.ts'
import { toObjectKey } from '../../../core/storage/object-key.ts'
import { hashObject } from '../../../core/storage/object-source.ts'
import { storeHash } from './hash-versions.ts'
import { listAllVersions } from '../versions/store.ts'

type Stored = { objectKey: string; sizeBytes: number; sha256: string | null }

export const verifyFilesCommand: Command = {
  usage: 'verify-files',
  summary: 'Read every version of the model files and compare it with its stored size and SHA-256.',
  async run(context) {
    return noteRun(context, 'verify_files', () => verifyFiles(context))
  },
}

/** @throws Error that lists each version whose object is not what was published */
export async function verifyFiles(context: Context): Promise<string> {
  const versions = await listAllVersions(context.db)
  // A restored version shares the object of an earlier one.
  const errors = new Map<string, string | undefined>()
  for (const version of versions) {
    if (!errors.has(version.objectKey)) errors.set(version.objectKey, await findError(context, version))
  }
  const lines = versions.flatMap(({ type, number, filename, objectKey }) => {
    const error = errors.get(objectKey)
    return error === undefined ? [] : [`${type} version ${number} (${filename}): ${error}`]
  })
  const counted = `${versions.length} ${versions.length === 1 ? 'version' : 'versions'}`
  if (lines.length > 0)
    throw new Error([`${lines.length} of ${counted} do not match their stored size and SHA-256:`, ...lines].join('\n'))
  return `${counted} verified.`
}

async function findError(context: Context, { objectKey, sizeBytes, sha256 }: Stored): Promise<string | undefined> {
  try {
    const found = await hashObject(context.storage, toObjectKey(objectKey))
    if (found.sizeBytes !== sizeBytes) return `it has ${found.sizeBytes} bytes instead of ${sizeBytes}`
    if (sha256 === null) await storeHash(context, objectKey, found.sha256)
    else if (found.sha256 !== sha256) return 'its content has changed'
    return undefined
  } catch (error) {
    if (error instanceof StorageError) return error.message
    throw error
  }
}
