import { parseArgs } from 'node:util'
import { DecisionReason } from '@health-console/contract/files/approval.ts'
import { FileType } from '@health-console/contract/files/files.ts'
import { byOperator } from '../../../core/audit/entry.ts'
import type { Command } from '../../../commands/command.ts'
import { UsageError } from '../../../commands/command-errors.ts'
import type { Context } from '../../../core/context.ts'
import { sendsMail } from '../../../mail/allowance.ts'
import { publishedAloneMail } from '../../../mail/templates/model-files.ts'
import { mailSuperAdmins } from '../../staff/admins/mail-super-admins.ts'
import { insertDecision } from '../versions/decisions-store.ts'
import { versionSubjects } from '../versions/present.ts'
import { requireStored } from '../ownership/require-stored.ts'
import { findFileOfType, getVersion } from '../versions/store.ts'
import { getAwaitingContent, publishApproved } from './approve-or-reject.ts'
import { lockModelFile } from '../versions/change-store.ts'

export const publishCommand: Command = {
  usage: 'publish --alone --type gguf|onnx|txt --version NUMBER --reason TEXT',
  summary:
    'Publish a version that is awaiting approval without a second approval, where PUBLISHING=two and no one else can approve it. The reason is emailed to all super admins, if the console sends email.',
  async run(context, args) {
    const { type, version, reason } = readArguments(args)
    return publishAlone(context, { type, version, reason })
  },
}

function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      alone: { type: 'boolean' },
      type: { type: 'string' },
      version: { type: 'string' },
      reason: { type: 'string' },
    },
  })
  if (!values.alone) throw new UsageError('--alone is required: this publishes without a second approval.')
  const type = FileType.safeParse(values.type)
  if (!type.success) throw new UsageError('--type must be gguf, onnx or txt.')
  if (!/^[1-9]\d{0,8}$/.test(values.version ?? ''))
    throw new UsageError('--version is required: the number of the version that is awaiting approval.')
  const version = Number(values.version)
  const reason = DecisionReason.safeParse(values.reason)
  if (!reason.success) throw new UsageError('--reason is required: one line of at most 300 characters.')
  return { type: type.data, version, reason: reason.data }
}

async function publishAlone(
  context: Context,
  { type, version, reason }: ReturnType<typeof readArguments>,
): Promise<string> {
  const { db, audit, config, now } = context
  const file = await findFileOfType(db, type)
  if (!file) throw new Error(`There is no file of the type ${type}.`)
  const { id: fileId, name } = file
  await requireStored(context, await getVersion(db, fileId, version))
  return db.transaction().execute(async (transaction) => {
    await lockModelFile(context, transaction, fileId)
    const { sha256, replaces } = await getAwaitingContent(transaction, fileId, version)
    if (sha256 === null)
      throw new Error('This version’s checksum is still being calculated. Try again in a few minutes.')
    await publishApproved(context, transaction, { fileId, version, sha256, replaces: replaces ?? 0 })
    const decision = {
      fileId,
      number: version,
      decision: 'approve',
      adminId: null,
      reason,
      decidedAtMs: now(),
    } as const
    await insertDecision(transaction, decision)
    const content = publishedAloneMail(config, { type, name, version, reason })
    await mailSuperAdmins(transaction, context, { kind: 'model-file', content })
    const subjects = versionSubjects({ id: fileId, version })
    await audit.append(transaction, [{ ...byOperator, action: 'files.publish_alone', subjects }])
    const told = sendsMail(config) ? 'Sent to all super admins.' : 'This console sends no email: tell all super admins.'
    return `${name} version ${version} is current now. ${told}`
  })
}
