import { maxPromptTextBytes } from '@health-console/contract/files/files.ts'
import type { FileSummary } from '@health-console/formats/inspect.ts'
import { buffer } from 'node:stream/consumers'
import type { Context } from '../../../core/context.ts'
import { StorageError } from '../../../core/storage/errors.ts'
import { toObjectKey } from '../../../core/storage/object-key.ts'

/** The facts about a version's content as they are stored. */
export type StoredFacts = FileSummary & {
  /** Of a prompt: how many lines differ from the version that was current when it was uploaded. */
  changedLines?: { since: number; added: number; removed: number }
}

type Text = { objectKey: string; sizeBytes: number }

/** Counts the lines that differ between two prompts. Null: they cannot be compared. */
export async function countBetween({ storage }: Pick<Context, 'storage'>, before: Text, after: Text) {
  if (Math.max(before.sizeBytes, after.sizeBytes) > maxPromptTextBytes) return null
  const read = async ({ objectKey }: Text) =>
    (await buffer(await storage.openRead(toObjectKey(objectKey)))).toString('utf8')
  try {
    // Only a server that compares versions loads the library, which takes a tenth of a second.
    const { countChangedLines } = await import('@health-console/formats/prompt-difference.ts')
    return await countChangedLines(await read(before), await read(after))
  } catch (error) {
    // An earlier version that is lost must not prevent the upload of the next one.
    if (error instanceof StorageError) return null
    throw error
  }
}
