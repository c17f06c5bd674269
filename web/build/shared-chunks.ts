import type { Plugin } from 'vite'

const signInPage = /\/src\/(main|routes\/login)\.tsx/
const consolePages = /\/src\/routes\/_authenticated(\/[\w.$-]+)?\.tsx/
const library = /\/node_modules\//
const icons = /\/lucide-react\//

/** They re-export much of which little is needed: the bundler knows what. */
const indexes = /\/(lucide-react\/dist\/esm\/lucide-react|@ark-ui\/react\/.+\/index)\.\w+$/

/**
 * Puts modules that several pages or dialogs share into three files: the sign-in page, its libraries (they change less
 * often), and what the pages of the console need besides. Left alone, the bundler makes a file for each set of users:
 * more than a hundred, most of them smaller than the request for them.
 */
export function sharedChunks(): Plugin {
  let signIn = new Set<string>()
  let pages = new Set<string>()
  const groups = [
    { name: 'libraries', test: (id: string) => (signIn.has(id) && library.test(id)) || icons.test(id) },
    { name: 'sign-in', test: (id: string) => signIn.has(id) },
    { name: 'pages', test: (id: string) => pages.has(id), minShareCount: 2 },
    // With what they import, they would take modules of each other.
  ].map((group) => ({ ...group, includeDependenciesRecursively: false }))

  return {
    name: 'shared-chunks',
    config: () => ({ build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }),
    buildEnd() {
      const reachableFrom = (roots: RegExp) => {
        const reached = new Set<string>()
        const visit = (id: string) => {
          if (reached.has(id) || indexes.test(id)) return
          reached.add(id)
          this.getModuleInfo(id)?.importedIds.forEach(visit)
        }
        for (const id of this.getModuleIds()) if (roots.test(id)) visit(id)
        return reached
      }
      signIn = reachableFrom(signInPage)
      pages = reachableFrom(consolePages)
    },
  }
}
