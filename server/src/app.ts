import fastifyCookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { auditProofRoutes } from './features/audit-events/export/proof-route.ts'
import { auditEventRoutes } from './features/audit-events/routes.ts'
import { streamCheck } from './features/audit-events/stream/stream-events.ts'
import { accessReviewRoutes } from './features/staff/access-review/routes.ts'
import { adminRoutes } from './features/staff/accounts/admin-routes.ts'
import type { Context } from './core/context.ts'
import { emailChangeRoutes } from './features/staff/links/email-change-routes.ts'
import { erasureRoutes } from './features/erasures/erasing/routes.ts'
import { firstStepRoutes } from './features/first-steps/routes.ts'
import { approversCheck } from './features/files/approval/approvers.ts'
import { fileRoutes } from './features/files/routes.ts'
import { storageCheck, sweepCheck } from './features/files/ownership/storage-check.ts'
import { registerFileBodies } from './http/connections/body-arrival.ts'
import { registerClientIp } from './http/security/client-ip.ts'
import { connectionLimits, type ConnectionLimits } from './http/connections/connection-limits.ts'
import { type Connections, createConnections } from './http/connections/connections.ts'
import { registerCompression } from './http/web/compression.ts'
import { registerCors } from './http/security/cors.ts'
import { registerDraining } from './http/connections/draining.ts'
import { registerErrorHandler } from './http/errors.ts'
import { clockCheck, diskCheck, proofChecks, registerHealth } from './http/health.ts'
import { BrokenAnswerLog, registerRequestLog } from './http/requests/logging.ts'
import { registerJsonBodies } from './http/requests/json-body.ts'
import { registerKnownMethods } from './http/requests/known-methods.ts'
import { registerOpenApi } from './http/openapi/openapi.ts'
import { registerOriginCheck } from './http/security/origin.ts'
import { registerRejectionLog } from './http/requests/rejections.ts'
import { registerPatience } from './http/connections/request-patience.ts'
import { registerRequestId, requestIdOf } from './http/requests/request-id.ts'
import { createSecurityHeaders, registerSecurityHeaders } from './http/security/headers.ts'
import { registerServiceAccounts } from './features/staff/service-accounts/guard.ts'
import { serviceAccountRoutes } from './features/staff/service-accounts/routes.ts'
import { registerSessions } from './features/staff/sessions/guard.ts'
import type { KeptAssets } from './http/web/kept-assets.ts'
import { builtWeb, registerStaticWeb } from './http/web/static-web.ts'
import { answerBadUrl, answerBadRequest, requireHost, toPath } from './http/connections/unreadable.ts'
import { invitationRoutes } from './features/staff/links/invitation-routes.ts'
import { mailboxRoutes } from './mail/mailbox/routes.ts'
import { passkeyRoutes } from './features/staff/accounts/passkey-routes.ts'
import type { StartImportThread } from './features/patients/import/import-threads.ts'
import { patientRoutes } from './features/patients/routes.ts'
import { productWriteRoutes } from './features/product-writes/routes.ts'
import { modelRoutes } from './features/files/devices/routes.ts'
import { recoveryRoutes } from './features/staff/links/recovery-routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { openSessionRoutes } from './features/staff/sessions/open-session-routes.ts'
import { secondFactorRoutes } from './features/staff/accounts/second-factor-routes.ts'
import { signOnRoutes } from './features/staff/sign-in/sign-on-routes.ts'
import { sessionRoutes } from './features/staff/sign-in/routes.ts'
import { unusualAccessRoutes } from './features/unusual-access/routes.ts'
import { userAccessRoutes } from './features/user-accesses/routes.ts'
import { userExportRoutes } from './features/user-exports/routes.ts'
import { replicasCheck } from './operations/replicas/find-differences.ts'
import { userRoutes } from './features/users/routes.ts'

const jsonLimitBytes = 64 * 1024

export type AppOptions = {
  /** The folder of the built web. */
  webDirectory?: string
  /** The assets of the version before. */
  keptAssets?: KeptAssets | undefined
  limits?: Partial<ConnectionLimits>
  /** The connections of a server that is already listening. */
  connections?: Connections
  /** Called before the routes are declared, so that it can observe them. */
  watch?: (app: FastifyInstance, context: Context) => void
  /** Starts the importer of files, which is a thread and which tests do without. */
  startImportThread?: StartImportThread
  /** Aborted when the server is about to stop, before it closes. */
  stopping?: AbortSignal
}

/** The whole server without its socket. The list of plugins and features shows everything that it serves. */
export async function buildApp(
  context: Context,
  logger: FastifyBaseLogger,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const { config, storage } = context
  const limits = { ...connectionLimits, ...options.limits }
  const connections = options.connections ?? createConnections(limits, logger)
  const headers = createSecurityHeaders(config, storage.kind === 's3' ? [storage.browserOrigin] : [])
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new BrokenAnswerLog(),
    genReqId: requestIdOf,
    bodyLimit: jsonLimitBytes,
    // This would also cut off the closing of the app, which waits for requests in progress.
    pluginTimeout: 0,
    serverFactory: connections.createServer,
    rewriteUrl: toPath,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: answerBadUrl(headers),
    clientErrorHandler: answerBadRequest(headers, logger),
  })
  registerDraining(app, connections, limits)
  registerClientIp(app, config.trustedProxies)
  registerJsonBodies(app)
  registerPatience(app)
  registerRequestId(app)
  registerRequestLog(app)
  registerKnownMethods(app)
  options.watch?.(app, context)
  registerErrorHandler(app, context, registerRejectionLog(app, context))
  registerSecurityHeaders(app, headers)
  requireHost(app)
  await app.register(fastifyCookie)
  registerCors(app, config)
  registerCompression(app)
  registerOriginCheck(app, config)
  registerSessions(app, context)
  registerServiceAccounts(app, context)
  registerFileBodies(app)
  registerOpenApi(app, config)
  registerHealth(app, context, {
    checks: [
      storageCheck(context),
      diskCheck(context),
      sweepCheck(context),
      ...(config.publishing === 'two' ? [approversCheck(context)] : []),
      replicasCheck(context),
      // Without a database server there is no other clock to compare with.
      ...(context.engine.readClock ? [clockCheck(context)] : []),
      ...proofChecks(context),
      ...(config.auditStream === undefined ? [] : [streamCheck(context, config.auditStream)]),
    ],
    stopping: options.stopping,
  })

  sessionRoutes(app, context)
  openSessionRoutes(app, context)
  signOnRoutes(app, context)
  secondFactorRoutes(app, context)
  passkeyRoutes(app, context)
  userRoutes(app, context)
  reportRoutes(app, context)
  erasureRoutes(app, context)
  await productWriteRoutes(app, context)
  userAccessRoutes(app, context)
  userExportRoutes(app, context)
  adminRoutes(app, context)
  accessReviewRoutes(app, context)
  serviceAccountRoutes(app, context)
  firstStepRoutes(app, context)
  invitationRoutes(app, context)
  recoveryRoutes(app, context)
  emailChangeRoutes(app, context)
  mailboxRoutes(app, context)
  await patientRoutes(app, context, options.startImportThread)
  await fileRoutes(app, context)
  modelRoutes(app, context)
  auditEventRoutes(app, context)
  auditProofRoutes(app, context)
  unusualAccessRoutes(app, context)

  await registerStaticWeb(app, config, {
    directory: options.webDirectory ?? builtWeb,
    keptAssets: options.keptAssets,
  })
  return app
}
