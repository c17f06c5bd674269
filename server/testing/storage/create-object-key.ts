import { randomUUIDv7 } from 'node:crypto'
import { toObjectKey } from '../../src/core/storage/object-key.ts'

export const createObjectKey = (folder: string) => toObjectKey(`${folder}/${randomUUIDv7()}`)
