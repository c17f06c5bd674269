import type { Context } from '../../../core/context.ts'
import { toObjectKey } from '../../../core/storage/object-key.ts'
import { conflict } from '../../../http/errors.ts'
import { requireOwnStorage } from './claim-storage.ts'

/** @throws ApiError for a version that must not become current, because its content is no longer in the file storage */
export async function requireStored(
  context: Pick<Context, 'db' | 'storage' | 'config'>,
  { number, objectKey }: { number: number; objectKey: string },
): Promise<void> {
  await requireOwnStorage(context)
  if (await context.storage.head(toObjectKey(objectKey))) return
  throw conflict(`The content of version ${number} is missing in the file storage. Ask your system administrator.`)
}
