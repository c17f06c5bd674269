import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type OwnMail, readOwnMail } from './read-own-mail.ts'

/** The names that the mail transport creates. No other file, inside or outside the folder, is ever opened. */
const fileName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[a-z-]+\.eml$/
const listed = 200

export type KeptMail = OwnMail & { file: string; at: Date }

/** The newest is first. */
export async function listKeptMails(directory: string): Promise<KeptMail[]> {
  const names = await readdir(directory).catch(() => [])
  const newest = names
    .filter((name) => fileName.test(name))
    .sort()
    .reverse()
    .slice(0, listed)
  const mails = await Promise.all(newest.map((name) => readKeptMail(directory, name)))
  return mails.filter((mail) => mail !== undefined)
}

export async function readKeptMail(directory: string, file: string): Promise<KeptMail | undefined> {
  if (!fileName.test(file)) return undefined
  const source = await readFile(path.join(directory, file), 'utf8').catch(() => undefined)
  if (source === undefined) return undefined
  const at = new Date(file.slice(0, 24).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))
  return { file, at, ...readOwnMail(source) }
}
