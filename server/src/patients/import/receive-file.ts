import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import { patientsTableName } from '@health-console/contract/patients.ts'
import type { FastifyRequest } from 'fastify'
import { measure } from '../../crypto/measure.ts'
import { ApiError, invalidField } from '../../http/errors.ts'

/** An uploaded file on the local disk. Its name is for display only. */
export type StoredFile = { path: string; fileName: string; sizeBytes: number; sha256: string }

const partsLimits = { fieldNameSize: 100, fieldSize: 200, fields: 5, files: 2, parts: 8, headerPairs: 20 }
/** The bytes that a form may add around its file. */
const formBytes = 16 * 1024

/**
 * Stores the `file` of a multipart form that also has `name=hospital_patients`, before or after the file.
 * The caller removes the file.
 */
export async function receiveFile(
  request: FastifyRequest,
  { directory, maxBytes }: { directory: string; maxBytes: number },
): Promise<StoredFile> {
  let stored: StoredFile | undefined
  try {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes + formBytes) throw tooLarge(maxBytes)
    let name: unknown
    for await (const part of request.parts({ limits: { ...partsLimits, fileSize: maxBytes } })) {
      if (part.type === 'file' && part.fieldname === 'file' && !stored) {
        stored = await storeFile(part, directory, maxBytes)
      } else if (part.type === 'field' && part.fieldname === 'name' && name === undefined) {
        name = part.value
        checkName(name)
      } else if (part.type === 'field' && part.fieldname === 'file') {
        throw invalidField('file', 'Please upload a file')
      } else {
        const isKnown = part.fieldname === 'file' || part.fieldname === 'name'
        throw invalidField(part.fieldname, isKnown ? 'Expected once' : 'This field is not known here')
      }
    }
    checkName(name)
    if (!stored) throw invalidField('file', 'Please upload a file')
    return stored
  } catch (error) {
    if (stored) await rm(stored.path, { force: true })
    throw toApiError(error)
  } finally {
    // The rest of a refused body has to be read, otherwise the caller could not receive the answer.
    request.raw.resume()
  }
}

function checkName(name: unknown): void {
  if (name !== patientsTableName) throw invalidField('name', `Must be ${patientsTableName}`)
}

async function storeFile(part: MultipartFile, directory: string, maxBytes: number): Promise<StoredFile> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const file = path.join(directory, `${randomUUID()}.upload`)
  const measured = measure()
  try {
    await pipeline(part.file, measured.stream, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    if (part.file.truncated) throw tooLarge(maxBytes)
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
  return { path: file, fileName: shownName(part.filename), ...measured.result() }
}

/** The last part of the name that the browser sends, without characters that no list should show. */
function shownName(name: string | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? ''
  const clean = last.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  return clean.slice(0, 200).toWellFormed() || 'patients.xlsx'
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError('too_large', `The file is larger than ${Math.floor(maxBytes / 2 ** 20)} MB.`)
}

function toApiError(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error
  if ('syscall' in error) return error
  // All other errors of the multipart parser are faults of the form.
  return new ApiError('invalid', 'The upload is not a complete multipart form with a file and a name.')
}
