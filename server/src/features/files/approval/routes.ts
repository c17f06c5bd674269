import {
  approveFileVersion,
  offerFileVersion,
  openFileText,
  rejectFileVersion,
  restoreFileVersion,
  reviewFileVersion,
  withdrawFileVersion,
} from '@health-console/contract/files/approval.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { ownOrigin } from '../../../http/security/origin.ts'
import { router } from '../../../http/requests/route.ts'
import { listDecisions } from '../versions/decisions-store.ts'
import { restoreVersion } from './go-back.ts'
import { offerToMore } from './offer-version.ts'
import { checksPassed, presentFile, presentVersion, versionSubjects } from '../versions/present.ts'
import { requireStored } from '../ownership/require-stored.ts'
import { isServed, requireServed } from '../versions/served.ts'
import * as store from '../versions/store.ts'
import { findOpened, getText, recordOpened } from './texts-to-open.ts'
import { approveVersion, readTexts, rejectVersion } from './approve-or-reject.ts'
import { withdrawVersion } from './withdraw-version.ts'

/** The routes for decisions about versions. */
export function approvalRoutes(app: FastifyInstance, context: Context): void {
  const { db, config, now } = context
  const route = router(app, context)

  route(reviewFileVersion, {
    permission: 'admin',
    action: 'files.review',
    why: 'lists names, sizes, hashes and decisions',
    audit: ({ params }) => ({ subjects: versionSubjects(params) }),
    handler: async ({ params, admin, request }) => {
      const origin = ownOrigin(request, config)
      const content = await store.getVersion(db, params.id, params.version)
      const versions = await store.listVersions(db, params.id)
      const version = versions.find(({ number }) => number === params.version)
      if (!version) throw store.versionNotFound()
      const current = versions.find(({ number, currentVersion }) => number === currentVersion)
      const decisions = await listDecisions(db, [params.id])
      const texts = isServed(content, 'review') ? await readTexts(context, content) : []
      const opened = await findOpened(db, admin.id, texts)
      return {
        data: {
          version: presentVersion(version, decisions, origin),
          current: current ? presentVersion(current, decisions, origin) : null,
          checks: checksPassed({ type: content.type, sha256: version.sha256 }),
          texts: texts.map(({ template, sha256 }) => ({ template, isOpened: opened.has(sha256) })),
        },
      }
    },
  })

  route(openFileText, {
    permission: 'admin',
    action: 'files.open_text',
    why: 'shows one prompt or template of a version that awaits approval',
    audit: ({ params }) => ({ subjects: versionSubjects(params) }),
    handler: async ({ params, body, admin, change }) => {
      const content = await store.getVersion(db, params.id, params.version)
      requireServed(content, 'review')
      const { text, sha256 } = getText(await readTexts(context, content), body.template)
      return change(async (transaction) => {
        await recordOpened(transaction, { adminId: admin.id, sha256, openedAtMs: now() })
        return { data: { text } }
      })
    },
  })

  route(approveFileVersion, {
    permission: 'admin',
    action: 'files.approve',
    why: 'makes a version current',
    sensitive: true,
    audit: ({ params }, answer) => ({
      subjects: versionSubjects(params),
      ...('doubt' in answer && answer.doubt !== null && { action: 'files.approve_doubted' }),
    }),
    handler: async ({ params, body, admin, request, change }) => {
      const content = await store.getVersion(db, params.id, params.version)
      requireServed(content, 'review')
      await requireStored(context, content)
      const texts = await readTexts(context, content)
      return change(async (transaction) => {
        const approval = { fileId: params.id, version: params.version, ...body, admin }
        const doubt = await approveVersion(context, transaction, approval, texts)
        // The doubt is for the audit log; the contract removes it from the response.
        return { ...presentFile(await store.getFile(transaction, params.id), ownOrigin(request, config)), doubt }
      })
    },
  })

  route(rejectFileVersion, {
    permission: 'admin',
    action: 'files.reject',
    why: 'changes nothing that is served',
    audit: ({ params }) => ({ subjects: versionSubjects(params) }),
    handler: async ({ params, body, admin, change }) =>
      change((transaction) =>
        rejectVersion(context, transaction, { fileId: params.id, version: params.version, ...body, admin }),
      ),
  })

  route(restoreFileVersion, {
    permission: 'super_admin',
    action: 'files.restore',
    why: 'restores what was replaced on purpose',
    sensitive: true,
    audit: ({ params }) => ({ subjects: versionSubjects(params) }),
    handler: async ({ params, body, admin, request, change }) => {
      await requireContent(params.id, params.version)
      return change(async (transaction) => {
        const restored = { fileId: params.id, version: params.version, ...body, adminId: admin.id }
        await restoreVersion(context, transaction, restored)
        return presentFile(await store.getFile(transaction, params.id), ownOrigin(request, config))
      })
    },
  })

  route(offerFileVersion, {
    permission: 'admin',
    action: 'files.offer',
    why: 'gives a version to more devices, or makes it current',
    sensitive: true,
    audit: ({ params, body }) => ({
      subjects: versionSubjects(params),
      ...(body.percent === 100 && { action: 'files.offer_all' }),
    }),
    handler: async ({ params, body, request, change }) => {
      await requireContent(params.id, params.version)
      return change(async (transaction) => {
        await offerToMore(context, transaction, { fileId: params.id, version: params.version, ...body })
        return presentFile(await store.getFile(transaction, params.id), ownOrigin(request, config))
      })
    },
  })

  route(withdrawFileVersion, {
    permission: 'super_admin',
    action: 'files.withdraw',
    why: 'ends the use of a version, and may make another current',
    sensitive: true,
    audit: ({ params }) => ({ subjects: versionSubjects(params) }),
    handler: async ({ params, body, admin, request, change }) => {
      const { reason, goBackTo } = body
      if (goBackTo !== undefined) await requireContent(params.id, goBackTo)
      return change(async (transaction) => {
        const withdrawn = { fileId: params.id, version: params.version, reason, goBackTo, adminId: admin.id }
        await withdrawVersion(context, transaction, withdrawn)
        return presentFile(await store.getFile(transaction, params.id), ownOrigin(request, config))
      })
    },
  })

  /**
   * A version that becomes current must be in the storage. The storage is checked before the transaction, which has to
   * be short.
   */
  async function requireContent(fileId: string, version: number): Promise<void> {
    await requireStored(context, await store.getVersion(db, fileId, version))
  }
}
