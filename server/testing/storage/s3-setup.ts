import type { TestProject } from 'vitest/node'
import { hasRadosGateway, radosPackages, type S3Access, startRadosGateway } from './rados-gateway.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Present only in the project that runs on an S3 server. */
    s3: S3Access & { configuration: string }
  }
}

/** Starts, once per run, a real S3 server, in which every test file creates its own bucket. */
export default async function setUpS3(project: TestProject): Promise<() => Promise<void>> {
  if (!hasRadosGateway()) {
    throw new Error(
      `No S3 server for the tests: install Ceph's (Debian: apt-get install --no-install-recommends ${radosPackages.join(' ')}). ` +
        'To run without it: vitest --project unit --project sqlite',
    )
  }
  const { stop, ...access } = await startRadosGateway()
  project.provide('s3', access)
  return stop
}
