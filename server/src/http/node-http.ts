import type * as http from 'node:http'
import { createRequire } from 'node:module'

/** An import would also load what `node:http` only passes on, such as WebSocket: 45 ms of the processor at each start. */
export const { createServer, IncomingMessage, ServerResponse, STATUS_CODES }: typeof http = createRequire(
  import.meta.url,
)('node:http')
