import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import { patientsTableName } from '@health-console/contract/patients/patients.ts'
import { toSeen } from '@health-console/formats/unseen.ts'
import type { FastifyRequest } from 'fastify'
import { measure } from '../../../core/crypto/measure.ts'
import { isNoSpace, NoSpaceError } from '../../../core/disk/no-space.ts'
import { ApiError, invalid, invalidField } from '../../../http/errors.ts'
import { listFields } from '../../../http/requests/validate.ts'
import type { UploadsFolder } from './uploads-folder.ts'

/** An uploaded file on the local disk. Its name is for display only. */
export type StoredFile = { path: string; fileName: string; sizeBytes: number; sha256: string }

/** This is more than all answers need. */
export const answersBytes = 512 * 1024
const partsLimits = { fieldNameSize: 100, fieldSize: answersBytes, fields: 5, files: 2, parts: 8, headerPairs: 20 }
/** The maximum of bytes that a form may add around its file. */
const formBytes = answersBytes + 16 * 1024

/** The contents of a form other than its file. */
type ImportForm = { file: StoredFile; answers: ImportAnswers | undefined }

/**
 * Stores the `file` of a multipart form that also has `name=hospital_patients` and possibly `answers`, in any order.
 * The caller removes the file.
 */
export async function receiveFile(
  request: FastifyRequest,
  { uploads, maxBytes }: { uploads: UploadsFolder; maxBytes: number },
): Promise<ImportForm> {
  let stored: StoredFile | undefined
  let answers: ImportAnswers | undefined
  try {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes + formBytes) throw tooLarge(maxBytes)
    let name: unknown
    for await (const part of request.parts({ limits: { ...partsLimits, fileSize: maxBytes } })) {
      if (part.type === 'file' && part.fieldname === 'file' && !stored) {
        stored = await storeFile(part, uploads, maxBytes)
      } else if (part.type === 'field' && part.fieldname === 'name' && name === undefined) {
        name = part.value
        checkName(name)
      } else if (part.type === 'field' && part.fieldname === 'answers' && answers === undefined) {
        if (part.valueTruncated) throw invalidField('answers', 'The answers are too long')
        answers = readAnswers(part.value)
      } else if (part.type === 'field' && part.fieldname === 'file') {
        throw invalidField('file', 'Please upload a file')
      } else {
        const isKnown = ['file', 'name', 'answers'].includes(part.fieldname)
        throw invalidField(part.fieldname, isKnown ? 'Must be sent only once' : 'Unknown field')
      }
    }
    checkName(name)
    if (!stored) throw invalidField('file', 'Please upload a file')
    return { file: stored, answers }
  } catch (error) {
    if (stored) await rm(stored.path, { force: true })
    throw toApiError(error)
  } finally {
    // The rest of a rejected body has to be read, otherwise the caller could not receive the response.
    request.raw.resume()
  }
}

function checkName(name: unknown): void {
  if (name !== patientsTableName) throw invalidField('name', `Must be ${patientsTableName}`)
}

function readAnswers(value: unknown): ImportAnswers {
  // A part of the type application/json has already been parsed.
  const checked = ImportAnswers.safeParse(typeof value === 'string' ? parseJson(value) : value)
  if (checked.success) return checked.data
  throw invalid(listFields('answers', checked.error.issues, ['answers']))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidField('answers', 'Must be JSON')
  }
}

async function storeFile(part: MultipartFile, uploads: UploadsFolder, maxBytes: number): Promise<StoredFile> {
  const file = await uploads.newFile()
  const measured = measure()
  try {
    await pipeline(part.file, measured.stream, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    if (part.file.truncated) throw tooLarge(maxBytes)
  } catch (error) {
    await rm(file, { force: true })
    throw isNoSpace(error) ? new NoSpaceError(path.dirname(file), error) : error
  }
  return { path: file, fileName: shownName(part.filename), ...measured.result() }
}

/** The last part of the name that the browser sends, with codes for invisible characters. */
function shownName(name: string | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? ''
  return (
    toSeen(last.replaceAll(/[\t\n\f\r]/g, ' '))
      .trim()
      .slice(0, 200)
      .toWellFormed() || 'patients.xlsx'
  )
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError('too_large', `The file is larger than ${Math.floor(maxBytes / 2 ** 20)} MB.`)
}

function toApiError(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error
  if ('syscall' in error || error instanceof NoSpaceError) return error
  // All other errors of the multipart parser are errors of the form.
  return new ApiError('invalid', 'The upload isn’t a complete multipart form with a file and a name.')
}
