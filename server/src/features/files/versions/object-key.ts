import { toObjectKey } from '../../../core/storage/object-key.ts'
import type { ObjectKey } from '../../../core/storage/storage.ts'

export const objectFolder = 'models'

/** The final key of an upload's object. Each upload has its own, so that nothing is overwritten. */
export const objectKeyOf = ({ id }: { id: string }): ObjectKey => toObjectKey(`${objectFolder}/${id}`)

/** The id of the upload that an object key belongs to. */
export const uploadIdOf = (key: ObjectKey): string => key.slice(key.indexOf('/') + 1)
