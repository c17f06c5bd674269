import {
  approveFileVersion,
  openFileText,
  refuseFileVersion,
  restoreFileVersion,
  reviewFileVersion,
  withdrawFileVersion,
} from '@health-console/contract/file-approval.ts'
import { checksOf } from '@health-console/formats/checks.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { ownOrigin } from '../http/origin.ts'
import { router } from '../http/route.ts'
import { approveVersion, noLongerStaged, readTexts } from './approve-version.ts'
import { listDecisions } from './decisions-store.ts'
import { restoreVersion, withdrawVersion } from './go-back.ts'
import { presentFile, presentVersion, versionSubjects } from './present.ts'
import { refuseVersion } from './refuse-version.ts'
import * as store from './store.ts'
import { findOpened, getText, noteOpened } from './texts-to-open.ts'

/** The calls that decide about versions. */
export function approvalRoutes(app: FastifyInstance, context: Context): void {
  const { db, config, now } = context
  const route = router(app, context)

  route(reviewFileVersion, {
    permission: 'admin',
    action: 'files.review',
    audit: ({ params }) => ({ subjects: versionSubjects(params) }),
    handler: async ({ params, admin, request }) => {
      const origin = ownOrigin(request, config)
      const { type } = await store.getVersion(db, params.id, params.version)
      const versions = await store.listVersions(db, params.id)
      const version = versions.find(({ number }) => number === params.version)
      if (!version) throw store.versionNotFound()
      const current = versions.find(({ number, currentVersion }) => number === currentVersion)
      const decisions = await listDecisions(db, [params.id])
      const texts = await findTexts(params)
      const opened = await findOpened(db, admin.id, texts ?? [])
      return {
        data: {
          version: presentVersion(version, decisions, origin),
          current: current ? presentVersion(current, decisions, origin) : null,
          checks: texts ? [...checksOf[type], ...(version.sha256 === null ? [] : ['SHA-256'])] : [],
          texts: (texts ?? []).map(({ template, sha256 }) => ({ template, isOpened: opened.has(sha256) })),
        },
      }
    },
  })

  /** Undefined for a version that would be refused today. */
  async function findTexts({ id, version }: { id: string; version: number }) {
    try {
      return await readTexts(context, id, version)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unprocessable') return undefined
      throw error
    }
  }

  route(openFileText, {
    permission: 'admin',
    action: 'files.open_text',
    audit: ({ params }) => ({ subjects: versionSubjects(params) }),
    handler: async ({ params, body, admin, change }) => {
      const version = await store.getVersion(db, params.id, params.version)
      if (version.state !== 'staged') throw noLongerStaged(version)
      const { text, sha256 } = getText(await readTexts(context, params.id, params.version), body.template)
      return change(async (transaction) => {
        await noteOpened(transaction, { adminId: admin.id, sha256, openedAtMs: now() })
        return { data: { text } }
      })
    },
  })

  route(approveFileVersion, {
    permission: 'admin',
    action: 'files.approve',
    sensitive: true,
    audit: ({ params }) => ({ subjects: versionSubjects(params) }),
    handler: async ({ params, body, admin, request, change }) => {
      const texts = await readTexts(context, params.id, params.version)
      return change(async (transaction) => {
        const approval = { fileId: params.id, version: params.version, ...body, adminId: admin.id }
        await approveVersion(context, transaction, approval, texts)
        return presentFile(await store.getFile(transaction, params.id), ownOrigin(request, config))
      })
    },
  })

  route(refuseFileVersion, {
    permission: 'admin',
    action: 'files.refuse',
    audit: ({ params }) => ({ subjects: versionSubjects(params) }),
    handler: async ({ params, body, admin, change }) =>
      change((transaction) =>
        refuseVersion(context, transaction, { fileId: params.id, version: params.version, ...body, admin }),
      ),
  })

  route(restoreFileVersion, {
    permission: 'super_admin',
    action: 'files.restore',
    sensitive: true,
    audit: ({ params }) => ({ subjects: versionSubjects(params) }),
    handler: async ({ params, body, admin, request, change }) =>
      change(async (transaction) => {
        const restored = { fileId: params.id, version: params.version, ...body, adminId: admin.id }
        await restoreVersion(context, transaction, restored)
        return presentFile(await store.getFile(transaction, params.id), ownOrigin(request, config))
      }),
  })

  route(withdrawFileVersion, {
    permission: 'super_admin',
    action: 'files.withdraw',
    sensitive: true,
    audit: ({ params }) => ({ subjects: versionSubjects(params) }),
    handler: async ({ params, body, admin, request, change }) =>
      change(async (transaction) => {
        const { reason, goBackTo } = body
        const withdrawn = { fileId: params.id, version: params.version, reason, goBackTo, adminId: admin.id }
        await withdrawVersion(context, transaction, withdrawn)
        return presentFile(await store.getFile(transaction, params.id), ownOrigin(request, config))
      }),
  })
}
