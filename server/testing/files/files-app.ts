import { createCipheriv, createHash } from 'node:crypto'
import { fileTypes, type ListedVersion, type ModelFile } from '@health-console/contract/files/files.ts'
import { makeGguf } from '@health-console/formats/samples/make-gguf.ts'
import { buildTestApp, type TestApp, type TestAppOptions } from '../build-app.ts'
import { type Session, signedIn } from '../factories.ts'
import { freePort } from '../processes/free-port.ts'
import { hashVersions } from '../../src/features/files/signing/hash-versions.ts'
import { ownerKey } from '../../src/features/files/ownership/owner.ts'

export type FilesApp = Awaited<ReturnType<typeof startFilesApp>>

/** The smallest parts that a bucket accepts. */
export const partBytes = 5 * 2 ** 20

/** The real app on a socket, with a signed-in admin, so that tests can use signed URLs like a client. */
export async function startFilesApp(environment: Record<string, string> = {}, options: TestAppOptions = {}) {
  const port = await freePort()
  const testApp = await buildTestApp({ PORT: String(port), UPLOAD_PART_MB: '5', ...environment }, options)
  await testApp.app.listen({ host: '127.0.0.1', port })
  const session = await signedIn(testApp, { role: 'super_admin', fullName: 'Ada Lovelace' })
  return { testApp, session, context: testApp.context, origin: `http://localhost:${port}` }
}

/** A valid model of about this size, with random tensors; another seed gives another content. */
export function ggufOf(sizeBytes: number, seed = 1): Buffer {
  const model = makeGguf({ seed })
  const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16))
  return Buffer.concat([model, noise.update(Buffer.alloc(sizeBytes))])
}

export const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Sends content to an upload URL, of the server or of the storage. */
export function put(url: string, body: Buffer | ReadableStream, headers: Record<string, string> = {}) {
  return fetch(url, {
    method: 'PUT',
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : body,
    headers: { 'content-type': 'application/octet-stream', ...headers },
    ...(!Buffer.isBuffer(body) && { duplex: 'half' }),
  })
}

/** Downloads from the URL of a file, following a redirect to the storage. */
export async function download({ session }: { session: Session }, url: string, headers: Record<string, string> = {}) {
  const cookie = Object.entries(session.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  return fetch(url, { headers: { cookie, ...headers } })
}

export async function listFiles(session: Session): Promise<ModelFile[]> {
  return (await session.call('GET', '/v1/files')).json().data.files
}

/** Does a first upload with only the basic requests. */
export async function uploadFirst(session: Session, filename: string, content: Buffer) {
  const name = fileTypes.find(({ extension }) => filename.endsWith(extension))?.name
  const created = (await session.call('POST', '/v1/files', { filename, name })).json()
  const sent = await put(created.url[0], content)
  if (!sent.ok) throw new Error(`the upload answered ${sent.status}: ${await sent.text()}`)
  const { id } = created.file
  return session.call('PATCH', `/v1/files/${id}`, { id, version: 1, filename })
}

/** Uploads the next version with only the basic requests. */
export async function uploadNext(
  session: Session,
  { id, version }: Pick<ModelFile, 'id' | 'version'>,
  filename: string,
  content: Buffer,
  offerTo?: number,
) {
  const begun = (await session.call('PUT', `/v1/files/${id}`)).json()
  const sent = await put(begun.url[0], content)
  if (!sent.ok) throw new Error(`the upload answered ${sent.status}: ${await sent.text()}`)
  return session.call('PATCH', `/v1/files/${id}`, { id, version: version + 1, filename, offerTo })
}

/** Begins an upload of announced size. */
export async function beginPlanned(session: Session, content: Buffer, filename = 'model.gguf') {
  const [file] = await listFiles(session)
  const body = { size: content.length, filename, headSha256: sha256(content.subarray(0, 2 ** 20)) }
  const answer = file
    ? await session.call('PUT', `/v1/files/${file.id}`, body)
    : await session.call('POST', '/v1/files', { ...body, name: 'Main LLM' })
  if (answer.statusCode !== 200) throw new Error(`the upload answered ${answer.statusCode}: ${answer.body}`)
  const { url, upload } = answer.json()
  return { url: url[0] as string, upload, version: (file?.version ?? 0) + 1 }
}

export const partOf = (content: Buffer, partNumber: number) =>
  content.subarray((partNumber - 1) * partBytes, partNumber * partBytes)

export async function partUrl(session: Session, uploadId: string, partNumber: number, content?: Buffer) {
  const part = { partNumber, ...(content && { sha256: sha256(content) }) }
  const answer = await session.call('POST', `/v1/file-uploads/${uploadId}/part-urls`, { parts: [part] })
  if (answer.statusCode !== 200) throw new Error(`the URL was rejected with ${answer.statusCode}: ${answer.body}`)
  return answer.json().data.parts[0].url as string
}

export async function sendPart(session: Session, uploadId: string, partNumber: number, content: Buffer) {
  const sent = await put(await partUrl(session, uploadId, partNumber, content), content)
  if (!sent.ok) throw new Error(`part ${partNumber} was rejected with ${sent.status}: ${await sent.text()}`)
}

/** The keys of everything in the storage, complete or not, except the ownership marker. */
export async function storedKeys({ context: { storage } }: { context: TestApp['context'] }) {
  const objects = await Array.fromAsync(storage.listObjects())
  const uploads = await Array.fromAsync(storage.listUploads())
  const keys = [...objects, ...uploads].map(({ key }) => key)
  return keys.filter((key) => key !== ownerKey).toSorted()
}

export const finishHashing = ({ context }: { context: TestApp['context'] }) => hashVersions(context)

/** With `PUBLISHING=two`, submits a prompt for approval in a session; the SHA-256 is known. */
export async function submitPrompt(app: FilesApp, session: Session, text: string, file?: ModelFile) {
  const content = Buffer.from(text)
  const answer = file
    ? await uploadNext(session, file, 'prompt.txt', content)
    : await uploadFirst(session, 'prompt.txt', content)
  if (answer.statusCode !== 202) throw new Error(`staging answered ${answer.statusCode}: ${answer.body}`)
  await finishHashing(app)
  const { fileId, version, replaces } = answer.json<ListedVersion>()
  return { url: `/v1/files/${fileId}/versions/${version}`, version, seen: { sha256: sha256(content), replaces } }
}

/** Opens the prompt and approves it. */
export async function approve(session: Session, { url, seen }: Awaited<ReturnType<typeof submitPrompt>>) {
  await session.call('POST', `${url}/opened-texts`, { template: null })
  return session.call('POST', `${url}/approval`, seen)
}
