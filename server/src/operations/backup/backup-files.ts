import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { measure } from '../../core/crypto/measure.ts'
import { namingFullDisk } from '../../core/disk/no-space.ts'
import { openOrdinaryFile } from '../../core/disk/ordinary-file.ts'
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
      throw new Error(`${recipient} is not an age public key (age1…).`)
    }
  }
  return async (content) => fromWeb(await encrypter.encrypt(toWeb(content)))
}

/**
 * @param identities secret keys of age: `AGE-SECRET-KEY-1…`
 * @param recipients the public keys that the backup is encrypted for
 */
export async function decryptWith(identities: string[], recipients: string[]): Promise<Cipher> {
  const { Decrypter, identityToRecipient } = await import('age-encryption')
  const decrypter = new Decrypter()
  const own: string[] = []
  for (const identity of identities) {
    try {
      decrypter.addIdentity(identity)
      own.push(await identityToRecipient(identity))
    } catch {
      throw new Error('The file of --identity contains no age secret key (AGE-SECRET-KEY-1…).')
    }
  }
  if (!recipients.some((recipient) => own.includes(recipient))) {
    throw new Error(
      `The secret key in the file of --identity is not the one for this backup, which is encrypted for ${recipients.join(' and ')}.`,
    )
  }
  return async (content) => fromWeb(await decrypter.decrypt(toWeb(content)))
}

// The streams are the same, but the two declarations of their type differ.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>
const fromWeb = (stream: globalThis.ReadableStream<Uint8Array>) => Readable.fromWeb(stream as ReadableStream)

/** Writes a file of a backup that only its owner can read, and returns once it is on disk. */
export async function writeBackedUp(
  folder: string,
  name: string,
  content: Readable,
  cipher: Cipher,
): Promise<BackedUpFile> {
  const file = path.join(folder, name)
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const measured = measure()
  // An error while reading the content must reach the reader of the encrypted stream.
  content.on('error', (error) => measured.stream.destroy(error))
  const encrypted = await cipher(content.pipe(measured.stream))
  await namingFullDisk(folder, pipeline(encrypted, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })))
  return { path: name, ...measured.result() }
}

/**
 * The content of a file of a backup. Its last part is only returned if everything matches the manifest, so a caller
 * that reaches the end has read what was backed up, and not what was there when it was checked.
 */
export async function openBackedUp(folder: string, entry: BackedUpFile, cipher: Cipher): Promise<Readable> {
  const file = await openOrdinaryFile(path.join(folder, ...entry.path.split('/')))
  const content = await cipher(file.createReadStream({ highWaterMark: 256 * 1024 }))
  return Readable.from(compared(content, entry), { objectMode: false })
}

async function* compared(content: Readable, entry: BackedUpFile): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  let last: Uint8Array | undefined
  for await (const chunk of content) {
    if (last) yield last
    const bytes: Uint8Array = chunk
    last = bytes
    hash.update(bytes)
    sizeBytes += bytes.length
    if (sizeBytes > entry.sizeBytes) break
  }
  if (sizeBytes !== entry.sizeBytes || hash.digest('hex') !== entry.sha256)
    throw new ChangedFileError(`${entry.path} is not what was backed up`)
  if (last) yield last
}

class ChangedFileError extends Error {}

/** @returns what is wrong with a file; undefined if it matches the manifest */
export async function findDamage(folder: string, file: BackedUpFile, cipher: Cipher): Promise<string | undefined> {
  try {
    await finished((await openBackedUp(folder, file, cipher)).resume())
    return undefined
  } catch (error) {
    if (error instanceof ChangedFileError) return error.message
    return `${file.path} cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}
