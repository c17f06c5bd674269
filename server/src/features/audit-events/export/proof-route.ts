import { readFile } from 'node:fs/promises'
import { downloadAuditVerifier, getAuditProof } from '@health-console/contract/audit/events.ts'
import type { FastifyInstance } from 'fastify'
import { findChainEnd } from '../../../core/audit/read-chain.ts'
import { readKnown } from '../../../core/audit/known-keys.ts'
import { verifierFile } from '../../../core/audit/export-file.ts'
import { isSigned } from '../../../core/audit/verify-audit.mjs'
import type { Context } from '../../../core/context.ts'
import { router } from '../../../http/requests/route.ts'
import { attachment } from '../../../core/storage/attachment.ts'

export function auditProofRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const route = router(app, context)

  route(getAuditProof, {
    permission: 'super_admin',
    action: 'audit.proof',
    why: 'only hashes and signatures',
    audit: () => ({ subjects: [] }),
    handler: async () => {
      const { checkpoints, publicKeys } = await readKnown(context)
      const end = await findChainEnd(db)
      const newest = checkpoints
        .toSorted((a, b) => b.size - a.size)
        .find((checkpoint) => isSigned(checkpoint, publicKeys))
      const checkpoint = newest
        ? { at: newest.at, size: newest.size, rootHash: Buffer.from(newest.hash, 'hex').toString('base64') }
        : null
      return { data: { entries: end?.sequence ?? 0, checkpoint, publicKeys } }
    },
  })

  route(downloadAuditVerifier, {
    permission: 'super_admin',
    action: 'audit.verifier',
    why: 'a program',
    page: '/audit',
    audit: () => ({ subjects: [] }),
    rawHandler: async () => {
      const program = await readFile(verifierFile)
      return (reply) =>
        reply
          .type('text/javascript; charset=utf-8')
          .header('content-disposition', attachment('verify-audit.mjs'))
          .send(program)
    },
  })
}
