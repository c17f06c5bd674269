import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServer, type Server } from 'node:tls'
import { onTestFinished } from 'vitest'

export function hasOpenssl(): boolean {
  try {
    return execFileSync('openssl', ['version']).length > 0
  } catch {
    return false
  }
}

/** A self-signed certificate, valid for a day: PEM texts, and the certificate as a file. */
export function makeCertificate(names: string): { key: string; cert: string; certFile: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-certificate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [keyFile, certFile] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  // prettier-ignore
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes',
    '-days', '1', '-subj', '/CN=test', '-addext', `subjectAltName=${names}`,
    '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' })
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8'), certFile }
}

/** A TLS server that sends nothing, with a certificate for localhost. */
export async function startTlsServer(): Promise<{ server: Server; port: number }> {
  const server = createServer(makeCertificate('DNS:localhost')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return { server, port: address.port }
}
