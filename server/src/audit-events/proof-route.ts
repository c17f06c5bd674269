import { readFile } from 'node:fs/promises'
import { downloadAuditVerifier, getAuditProof } from '@health-console/contract/audit.ts'
import type { FastifyInstance } from 'fastify'
import { findChainEnd, findSeal } from '../audit/chain.ts'
import { readKeys } from '../audit/known-keys.ts'
import { readProof } from '../audit/proof-files.ts'
import { verifierFile } from '../audit/verifier-file.ts'
import { parseCheckpoints } from '../audit/verify-audit.mjs'
import { findNewest } from '../audit/write-checkpoint.ts'
import type { Context } from '../context.ts'
import { router } from '../http/route.ts'
import { attachment } from '../storage/attachment.ts'

export function auditProofRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context
  const route = router(app, context)

  route(getAuditProof, {
    permission: 'super_admin',
    action: 'audit.proof',
    audit: () => ({ subjects: [] }),
    handler: async () => {
      const [end, seal, proof, publicKeys] = await Promise.all([
        findChainEnd(db),
        findSeal(db),
        readProof(config),
        readKeys(context),
      ])
      const [sealed] = parseCheckpoints(seal ?? '')
      const newest = findNewest(proof.checkpoints)
      const checkpoint = newest
        ? { at: newest.at, size: newest.size, rootHash: Buffer.from(newest.hash, 'hex').toString('base64') }
        : null
      return { data: { entries: (end?.sequence ?? 0) - (sealed?.size ?? 0), checkpoint, publicKeys } }
    },
  })

  route(downloadAuditVerifier, {
    permission: 'super_admin',
    action: 'audit.verifier',
    page: '/audit',
    audit: () => ({ subjects: [] }),
    handler: async () => {
      const program = await readFile(verifierFile)
      return (reply) =>
        reply
          .type('text/javascript; charset=utf-8')
          .header('content-disposition', attachment('verify-audit.mjs'))
          .send(program)
    },
  })
}
