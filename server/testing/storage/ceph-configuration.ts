export type CephPorts = { monitor: number; gateway: number }

/** The only key with which the gateway encrypts on request. */
export const encryptionKeyId = 'test-key'

export const poolNames = [
  '.rgw.root',
  'default.rgw.log',
  'default.rgw.control',
  'default.rgw.meta',
  'default.rgw.buckets.index',
  'default.rgw.buckets.data',
  'default.rgw.buckets.non-ec',
]

/** Ceph on one node, with one copy of everything in a sparse file and nothing outside the folder. */
export function cephConfiguration(folder: string, fsid: string, ports: CephPorts): string {
  const settings: Record<string, string | number> = {
    fsid,
    'mon host': `[v2:127.0.0.1:${ports.monitor}]`,
    'public addr': '127.0.0.1',
    'cluster addr': '127.0.0.1',
    'ms bind msgr1': 'false',
    'auth allow insecure global id reclaim': 'false',

    'run dir': `${folder}/run`,
    'admin socket': `${folder}/run/$name.asok`,
    'pid file': `${folder}/run/$name.pid`,
    'log file': `${folder}/log/$name.log`,
    'mon cluster log file': `${folder}/log/cluster.log`,
    'crash dir': `${folder}/run`,
    'mon data': `${folder}/mon.$id`,
    'osd data': `${folder}/osd.$id`,
    'rgw data': `${folder}/rgw.$id`,
    keyring: `${folder}/keyring`,

    'osd pool default size': 1,
    'osd pool default min size': 1,
    'osd pool default pg num': 8,
    'osd pool default pgp num': 8,
    'osd pool default pg autoscale mode': 'off',
    'osd crush chooseleaf type': 0,
    'mon max pg per osd': 1000,
    'mon allow pool size one': 'true',
    'mon warn on pool no redundancy': 'false',
    'mon data avail warn': 2,
    'mon data avail crit': 1,

    // This makes a fresh cluster settle quickly.
    'objecter tick interval': 0.2,
    'paxos propose interval': 0.01,
    'paxos min wait': 0.01,

    'osd objectstore': 'bluestore',
    'bluestore block size': '30G',
    'bluestore block create': 'true',
    'bluestore fsck on mount': 'false',
    'bluestore fsck on mkfs': 'false',
    // Closing the file waits for this long, and a start closes it many times.
    'bdev aio poll ms': 10,
    'osd memory target': '1G',

    'rgw frontends': `beast endpoint=127.0.0.1:${ports.gateway}`,
    'rgw zone': 'default',
    'rgw dns name': 'localhost',
    'rgw thread pool size': 64,
    // Quotas are checked each time, so that one set during a test applies at once.
    'rgw bucket quota ttl': 0,
    // Encryption at rest works over http and with a key from here instead of from a key server.
    'rgw crypt require ssl': 'false',
    'rgw crypt s3 kms backend': 'testing',
    'rgw crypt s3 kms encryption keys': `${encryptionKeyId}=${Buffer.alloc(32, 7).toString('base64')}`,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  return `[global]\n${lines.join('\n')}\n`
}
