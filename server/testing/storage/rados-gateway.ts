import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../processes/find-program.ts'
import { freePort } from '../processes/free-port.ts'
import { CephCluster } from './ceph-cluster.ts'
import { type CephPorts, cephConfiguration, poolNames } from './ceph-configuration.ts'

/** The Debian packages of the gateway. */
export const radosPackages = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common']

const programs = ['radosgw', 'radosgw-admin', 'ceph-mon', 'ceph-osd', 'ceph', 'ceph-authtool', 'monmaptool']

export type S3Access = { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string }

export type RadosGateway = S3Access & {
  /** Ceph's configuration file, with which its tools find this server. */
  configuration: string
  stop(): Promise<void>
}

export function hasRadosGateway(): boolean {
  return programs.every(findProgram)
}

/** Starts a real S3 server, Ceph's gateway over a cluster of one node, on free loopback ports in a temporary folder. */
export async function startRadosGateway(): Promise<RadosGateway> {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-s3-'))
  const ports = { monitor: await freePort(), gateway: await freePort() }
  const cluster = new CephCluster(folder)
  try {
    await startGateway(cluster, ports)
    cluster.keep('radosgw', ['--name', 'client.rgw', '-f'])
    await cluster.until('the gateway answers', () => answers(ports.gateway))
    const accessKeyId = randomBytes(10).toString('hex').toUpperCase()
    const secretAccessKey = randomBytes(20).toString('hex')
    const user = ['--uid=test', '--display-name=test', `--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`]
    await cluster.run('radosgw-admin', ['--name', 'client.admin', 'user', 'create', ...user])
    return {
      endpoint: `http://127.0.0.1:${ports.gateway}`,
      region: 'us-east-1',
      accessKeyId,
      secretAccessKey,
      configuration: cluster.configuration,
      stop: () => cluster.stop(),
    }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

async function startGateway(cluster: CephCluster, ports: CephPorts): Promise<void> {
  const fsid = randomUUID()
  for (const name of ['run', 'log', 'mon.a', 'osd.0', 'rgw.rgw']) mkdirSync(path.join(cluster.folder, name))
  writeFileSync(cluster.configuration, cephConfiguration(cluster.folder, fsid, ports))

  const keyring = ['keyring', '--gen-key']
  const all = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *']
  await cluster.run('ceph-authtool', ['--create-keyring', ...keyring, '-n', 'mon.', '--cap', 'mon', 'allow *'])
  for (const name of ['client.admin', 'client.rgw', 'osd.0']) {
    await cluster.run('ceph-authtool', [...keyring, '-n', name, ...all])
  }
  const monitor = ['--addv', 'a', `[v2:127.0.0.1:${ports.monitor}]`]
  await cluster.run('monmaptool', ['--create', '--clobber', '--fsid', fsid, ...monitor, 'monmap'])
  await cluster.run('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', 'monmap', '--keyring', 'keyring'])
  cluster.keep('ceph-mon', ['-i', 'a', '-f'])

  const osd = randomUUID()
  await cluster.run('ceph', ['osd', 'new', osd])
  // The gateway waits for both.
  await Promise.all([startObjectStore(cluster, osd), createPools(cluster)])
}

async function startObjectStore(cluster: CephCluster, id: string): Promise<void> {
  await cluster.run('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', id])
  cluster.keep('ceph-osd', ['-i', '0', '-f'])
}

/**
 * The pools are created here, because the gateway would create each with far more placement groups than one node can
 * hold; one process creates them all, because its start takes much longer than a command.
 */
async function createPools(cluster: CephCluster): Promise<void> {
  const commands = poolNames.map((pool) => `osd pool create ${pool} 8 8\nosd pool application enable ${pool} rgw\n`)
  await cluster.run('ceph', [], commands.join(''))
}

/** Limits the size of a bucket, to simulate a full bucket; null removes the limit. */
export async function setQuota(configuration: string, bucket: string, maxBytes: number | null): Promise<void> {
  const administer = (parameters: string[]) =>
    promisify(execFile)(
      'radosgw-admin',
      ['--name', 'client.admin', 'quota', ...parameters, '--quota-scope=bucket', `--bucket=${bucket}`],
      { env: { ...process.env, CEPH_CONF: configuration } },
    )
  if (maxBytes !== null) await administer(['set', `--max-size=${maxBytes}`])
  await administer([maxBytes === null ? 'disable' : 'enable'])
}

async function answers(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/`)
    return true
  } catch {
    return false
  }
}
