import type { KeyObject } from 'node:crypto'
import type { Command } from '../../../commands/command.ts'
import type { Context } from '../../../core/context.ts'
import { noteRun } from '../../../core/database/console-state/maintenance-runs.ts'
import { listModelKeys } from './known-keys.ts'
import { CannotVerify, NotSigned, openBundle, readPublicKeys } from './verify-model.mjs'
import { verifyFiles } from './verify-files.ts'
import { listSignatures } from './signatures-store.ts'

export const modelKeysCommand: Command = {
  usage: 'model-keys',
  summary:
    'Print the public keys that verify model signatures, the current one first, each with the time from which it has been used. Devices can read the output as it is.',
  async run({ db, keys }) {
    const known = await listModelKeys(db, keys)
    const list = known.map(
      ({ id, sinceMs, publicKey }) =>
        `# ${id}, in use since ${new Date(sinceMs).toISOString()}\n${publicKey.trimEnd()}`,
    )
    return list.join('\n')
  },
}

export const verifyModelsCommand: Command = {
  usage: 'verify-models',
  summary:
    'Verify every version of the model files as verify-files does, and that each published version’s signature is this console’s and matches its content.',
  async run(context) {
    const [files, signatures] = [await tryFiles(context), await findSignatureErrors(context)]
    const errors = [...files.errors, ...signatures.errors]
    if (errors.length > 0) throw new Error(errors.join('\n'))
    return `${files.result} ${signatures.verified} signed.`
  },
}

async function tryFiles(context: Context): Promise<{ result: string; errors: string[] }> {
  try {
    return { result: await noteRun(context, 'verify_files', () => verifyFiles(context)), errors: [] }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { result: '', errors: [error.message] }
  }
}

async function findSignatureErrors({ db, keys }: Context): Promise<{ verified: number; errors: string[] }> {
  const known = await listModelKeys(db, keys)
  const publicKeys = known.map(({ publicKey }) => publicKey).flatMap(readPublicKeys)
  const errors: string[] = []
  let verified = 0
  for (const version of await listSignatures(db)) {
    const error = findError(version, publicKeys)
    if (error === undefined) verified += 1
    else errors.push(`${version.type} version ${version.number} (${version.filename}): ${error}`)
  }
  return { verified, errors }
}

function findError(
  { bundle, filename, sha256 }: { bundle: string | null; filename: string; sha256: string | null },
  publicKeys: KeyObject[],
): string | undefined {
  if (bundle === null) return 'it is not signed yet; a running server signs it once its SHA-256 is known'
  try {
    const [signed] = openBundle(bundle, publicKeys).resources
    return signed?.name === filename && signed.digest === sha256 ? undefined : 'its signature is for another file'
  } catch (error) {
    if (error instanceof NotSigned || error instanceof CannotVerify) return error.message
    throw error
  }
}
