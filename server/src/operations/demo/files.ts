import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type FileType, fileTypes } from '@health-console/contract/files/files.ts'
import { makeGguf } from '@health-console/formats/samples/make-gguf.ts'
import { inspectFile } from '@health-console/formats/inspect.ts'
import { makeOnnx } from '@health-console/formats/samples/make-onnx.ts'
import type { Context } from '../../core/context.ts'
import type { Transaction } from '../../core/database/tables.ts'
import { ObjectExistsError } from '../../core/storage/errors.ts'
import { objectSource } from '../../core/storage/object-source.ts'
import type { ObjectKey } from '../../core/storage/storage.ts'
import { addVersion, ensureFile } from '../../features/files/versions/change-store.ts'
import type { StoredFacts } from '../../features/files/versions/changed-lines.ts'
import { objectKeyOf } from '../../features/files/versions/object-key.ts'

type DemoVersion = { type: FileType; number: number; filename: string; content: Uint8Array; ageDays: number }
type StoredDemoVersion = DemoVersion & { objectKey: ObjectKey; facts: StoredFacts }

const dayMs = 86_400_000

const prompt = `You explain wearable heart data to the person who wears the device.
Use plain words and short sentences.
Never name a diagnosis. When a value is outside of its usual range, suggest to talk to a doctor.
`
const longerPrompt = `${prompt.replace('short sentences', 'at most three short sentences')}Say which days the values are from.
`

const versions: DemoVersion[] = [
  {
    type: 'gguf',
    number: 1,
    filename: 'lumen-tiny-q4.gguf',
    content: makeGguf({ name: 'Lumen tiny', contextLength: 4096, quantisation: 'Q4_K_M' }),
    ageDays: 21,
  },
  {
    type: 'onnx',
    number: 1,
    filename: 'ppg-encoder.onnx',
    content: makeOnnx({ producer: 'demo', input: { name: 'ppg', shape: ['batch', 64] } }),
    ageDays: 16,
  },
  { type: 'txt', number: 1, filename: 'prompt.txt', content: Buffer.from(prompt), ageDays: 15 },
  { type: 'txt', number: 2, filename: 'prompt-shorter.txt', content: Buffer.from(longerPrompt), ageDays: 3 },
]

/** Puts the content into the file storage. The keys are always the same, so that a killed start leaves no orphans. */
export function storeDemoFiles({ storage }: Pick<Context, 'storage'>): Promise<StoredDemoVersion[]> {
  return Promise.all(
    versions.map(async (version) => {
      const objectKey = objectKeyOf({ id: `demo-${version.type}-${version.number}` })
      const sizeBytes = version.content.byteLength
      const body = Readable.from([Buffer.from(version.content)])
      await storage.putObject(objectKey, body, { sizeBytes, maxBytes: sizeBytes }).catch((error: unknown) => {
        if (!(error instanceof ObjectExistsError)) throw error
      })
      const facts = await inspectFile(version.type, objectSource(storage, objectKey, sizeBytes))
      return { ...version, objectKey, facts: { ...facts, ...(await findChangedLines(version)) } }
    }),
  )
}

async function findChangedLines({ type, number, content }: DemoVersion): Promise<Pick<StoredFacts, 'changedLines'>> {
  const before = versions.find((each) => each.type === type && each.number === number - 1)
  if (type !== 'txt' || before === undefined) return {}
  const { countChangedLines } = await import('@health-console/formats/prompt-difference.ts')
  const counted = await countChangedLines(textOf(before), textOf({ content }))
  return counted === null ? {} : { changedLines: { since: before.number, ...counted } }
}

const textOf = ({ content }: Pick<DemoVersion, 'content'>) => Buffer.from(content).toString('utf8')

/** One file of each kind, small but valid; the prompt has two versions. */
export async function showDemoFiles(
  transaction: Transaction,
  stored: readonly StoredDemoVersion[],
  { adminId, nowMs }: { adminId: string; nowMs: number },
): Promise<void> {
  for (const { type, number, filename, content, ageDays, objectKey, facts } of stored) {
    const createdAtMs = nowMs - ageDays * dayMs
    const name = fileTypes.find((each) => each.type === type)?.name ?? filename
    const file = await ensureFile(transaction, type, name, createdAtMs)
    const version = {
      fileId: file.id,
      number,
      filename,
      sizeBytes: content.byteLength,
      sha256: createHash('sha256').update(content).digest('hex'),
      objectKey,
      facts,
      adminId,
      restoredFrom: null,
      createdAtMs,
    }
    await addVersion(transaction, version, { replaces: number - 1, name })
  }
}
