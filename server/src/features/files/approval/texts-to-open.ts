import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { maxPromptTextBytes, type FileType } from '@health-console/contract/files/files.ts'
import type { FileSummary } from '@health-console/formats/inspect.ts'
import type { Context } from '../../../core/context.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import { toObjectKey } from '../../../core/storage/object-key.ts'

type Content = { type: FileType; objectKey: string; sizeBytes: number }
export type Text = { template: string | null; sha256: string; text: string }

/** The texts of a version that decide what a device does: the prompt, or the chat templates. */
export async function textsOf(
  { storage }: Pick<Context, 'storage'>,
  { objectKey, sizeBytes }: Content,
  facts: FileSummary,
): Promise<Text[]> {
  switch (facts.kind) {
    case 'gguf':
      return facts.templates.map(({ name, text }) => ({ template: name, text, sha256: hashOf(text) }))
    case 'onnx':
      return []
    case 'txt': {
      if (sizeBytes > maxPromptTextBytes) throw tooLongToRead()
      const content = await buffer(await storage.openRead(toObjectKey(objectKey)))
      return [{ template: null, text: content.toString('utf8'), sha256: hashOf(content) }]
    }
  }
}

const hashOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

export const tooLongToRead = () => conflict('This prompt is too long to display. Download it instead.')

/** @throws ApiError if the version has no such text */
export function getText(texts: readonly Text[], template: string | null): Text {
  const found = texts.find((text) => text.template === template)
  if (!found) throw notFound('This version doesn’t have this text.')
  return found
}

/** Records that an admin has opened a text. */
export async function recordOpened(
  transaction: Transaction,
  { adminId, sha256, openedAtMs }: { adminId: string; sha256: string; openedAtMs: number },
): Promise<void> {
  await transaction
    .insertInto('openedTexts')
    .values({ adminId, sha256, openedAtMs })
    .onConflict((conflicting) => conflicting.columns(['adminId', 'sha256']).doNothing())
    .execute()
}

/** The hashes of the texts that the admin has opened. */
export async function findOpened(db: Db, adminId: string, texts: readonly Text[]): Promise<Set<string>> {
  if (texts.length === 0) return new Set()
  const hashes = texts.map(({ sha256 }) => sha256)
  const rows = await db
    .selectFrom('openedTexts')
    .select('sha256')
    .where('adminId', '=', adminId)
    .where('sha256', 'in', hashes)
    .execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}
