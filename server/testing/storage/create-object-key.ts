import { randomUUIDv7 } from 'node:crypto'
import { toObjectKey } from '../../src/storage/object-key.ts'

export const createObjectKey = (folder: string) => toObjectKey(`${folder}/${randomUUIDv7()}`)
