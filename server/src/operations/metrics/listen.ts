import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Registry } from '@prometheus-io/client'

type Endpoint = { host: string; port: number }

/** Serves `GET /metrics` on its own port, because metrics are not for the users of the console. */
export async function listenForMetrics(registry: Registry, { host, port }: Endpoint): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) =>
        response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}
