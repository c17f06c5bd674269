import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { measure } from '../crypto/measure.ts'
import type { BackedUpFile } from './manifest.ts'

/** Encrypts the content of a file, or decrypts it. */
export type Cipher = (content: Readable) => Promise<Readable>

export const plain: Cipher = async (content) => content

/** @param recipients public keys of age: `age1…` */
export async function encryptFor(recipients: string[]): Promise<Cipher> {
  if (recipients.length === 0) return plain
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new Error(`${recipient} is not a public key of age (age1…).`)
    }
  }
  return async (content) => fromWeb(await encrypter.encrypt(toWeb(content)))
}

/** @param identities secret keys of age: `AGE-SECRET-KEY-1…` */
export async function decryptWith(identities: string[]): Promise<Cipher> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  return async (content) => fromWeb(await decrypter.decrypt(toWeb(content)))
}

// The same streams, but the two declarations of their type differ.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>
const fromWeb = (stream: globalThis.ReadableStream<Uint8Array>) => Readable.fromWeb(stream as ReadableStream)

/** Writes a file of a backup, readable by its owner alone, and returns once it is on disk. */
export async function writeBackedUp(
  folder: string,
  name: string,
  content: Readable,
  cipher: Cipher,
): Promise<BackedUpFile> {
  const file = path.join(folder, name)
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const measured = measure()
  // An error in reading the content must reach the reader of the encrypted stream.
  content.on('error', (error) => measured.stream.destroy(error))
  await pipeline(
    await cipher(content.pipe(measured.stream)),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  )
  return { path: name, ...measured.result() }
}

/** The content of a file of a backup. */
export async function openBackedUp(folder: string, { path: name }: BackedUpFile, cipher: Cipher): Promise<Readable> {
  const file = path.join(folder, ...name.split('/'))
  // A device or a pipe may have no end.
  if (!(await lstat(file)).isFile()) throw new Error('it is not a file')
  return cipher(createReadStream(file, { highWaterMark: 256 * 1024 }))
}

/** @returns what is wrong with a file; undefined if it matches the manifest */
export async function findDamage(folder: string, file: BackedUpFile, cipher: Cipher): Promise<string | undefined> {
  try {
    const measured = measure()
    const content = await openBackedUp(folder, file, cipher)
    await pipeline(content, measured.stream.resume())
    const { sizeBytes, sha256 } = measured.result()
    if (sizeBytes === file.sizeBytes && sha256 === file.sha256) return undefined
    return `${file.path} is not what was backed up`
  } catch (error) {
    return `${file.path} cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}
