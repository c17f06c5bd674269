import type * as http from 'node:http'
import { createRequire } from 'node:module'

/**
 * An import would also load the parts that `node:http` only re-exports, such as WebSocket: 45 ms of processor time at
 * each start.
 */
export const { createServer, ServerResponse, STATUS_CODES }: typeof http = createRequire(import.meta.url)('node:http')
