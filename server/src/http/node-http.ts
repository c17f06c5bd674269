import { createRequire } from 'node:module'

type Http = typeof import('node:http')

/** An import would also load what `node:http` only passes on, such as WebSocket: 45 ms of the processor at each start. */
export const { createServer, IncomingMessage, ServerResponse, STATUS_CODES } = createRequire(import.meta.url)(
  'node:http',
) as Http
