import path from 'node:path'
import type { Plugin } from 'vite'

/** The entry modules of each group. What they import, directly or not, belongs to the group. */
const roots = {
  signIn: /\/src\/(main|routes\/login)\.tsx/,
  secondStep: /\/src\/features\/sessions\/second-step-fields\.tsx/,
  pages: /\/src\/routes\/_authenticated(\/[\w.$-]+)?\.tsx/,
  shell: /\/src\/routes\/_authenticated\.tsx/,
  forms: /\/src\/routes\/[\w-]+\.tsx/,
  dialogs: /\/src\/.+-dialog\.tsx/,
  patients: /\/src\/features\/patients\/.+-dialog\.tsx/,
  files: /\/src\/features\/files\/.+-dialog\.tsx/,
  reports: /\/src\/features\/reports\/.+-dialog\.tsx/,
  audit: /\/src\/features\/audit\/.+-dialog\.tsx/,
  accounts: /\/src\/features\/service-accounts\/(service-accounts|.+-dialog)\.tsx/,
}

/** Each has several dialogs, which are one file. */
const features = ['patients', 'files', 'reports', 'audit', 'accounts'] as const

const opensOverPage = /-dialog\.tsx|\/drawer\.tsx/
const library = /\/node_modules\//
const lucide = /\/lucide-react\//
const lucideIndex = /\/lucide-react\.\w+$/
const icon = /\/icons\/([\w-]+)\.\w+$/
const styles = /\.css$/
// Modules that are imported through an index (see below) have to be named.
const toastStore = /\/@ark-ui\/.+\/create-toaster\.|\/@zag-js\/(toast\/dist\/toast\.store|utils\/dist\/(?!timers))/
const dialogMachine = /\/(@zag-js|@ark-ui\/react\/dist\/components)\/(dialog|aria-hidden|focus-trap|remove-scroll)\//
const overlayMachines = /\/(@zag-js|@ark-ui)\//

/** Index modules re-export much more than is needed, so their imports are not followed. */
const indexes = /\/(lucide-react\/dist\/esm\/lucide-react|@ark-ui\/react\/.+\/index)\.\w+$/

/**
 * Puts modules that several pages or dialogs share into a few files: the libraries of the sign-in page (they change
 * less often), its own code, the styles of the console, what its pages need besides, and what forms and dialogs need.
 * What one page shares with its dialogs is one file. So are the icons that only dialogs show, the dialogs of the shell,
 * which every page fetches ahead, and those of a page with several. By default the bundler makes a file for each
 * combination of importers: more than a hundred, most of them smaller than the request for them.
 */
export function sharedChunks(): Plugin {
  const reached = new Map<string, Set<string>>()
  const iconsOfSignIn = new Set<string>()
  const pagesOf = new Map<string, Set<string>>()
  const isOf = (part: keyof typeof roots | 'shellDialogs' | `not ${(typeof features)[number]}`) => (id: string) =>
    reached.get(part)?.has(id) ?? false
  const isOfSignIn = isOf('signIn')
  const isOfSecondStep = isOf('secondStep')
  const isOfDialogs = isOf('dialogs')
  /** Of the dialogs of one feature alone: in a file of all dialogs it would bring the feature's page with it. */
  const isOfOneFeature = (id: string) => features.some((feature) => isOf(feature)(id) && !isOf(`not ${feature}`)(id))
  // what makes icons, and those of the sign-in page: others are fetched with their pages and dialogs
  const isOfIcons = (id: string) => {
    const [, name] = icon.exec(id) ?? []
    return lucide.test(id) && (name === undefined || iconsOfSignIn.has(name))
  }
  const isLibrary = (id: string) => (isOfSignIn(id) && library.test(id)) || isOfIcons(id) || toastStore.test(id)

  const isOfSeveralPages = (id: string) => isOf('shell')(id) || (pagesOf.get(id)?.size ?? 0) > 1
  const nameOfPage = (id: string) => {
    const [page = ''] = pagesOf.get(id) ?? []
    return path.basename(page, '.tsx').replaceAll(/\W/g, '')
  }

  const groups = [
    { name: 'libraries', test: isLibrary },
    { name: 'sign-in', test: (id: string) => isOfSignIn(id) || (isOfSecondStep(id) && styles.test(id)) },
    { name: 'styles', test: styles },
    { name: 'pages', test: isOfSeveralPages, minShareCount: 2 },
    // what one page shares with its dialogs would be fetched by all
    { name: nameOfPage, test: (id: string) => pagesOf.has(id), minShareCount: 2 },
    { name: 'icons', test: (id: string) => lucide.test(id) && !pagesOf.has(id) },
    { name: 'second-step', test: isOfSecondStep },
    { name: 'forms', test: isOf('forms'), minShareCount: 2 },
    {
      name: 'dialogs',
      test: (id: string) => (isOfDialogs(id) && !isOfOneFeature(id)) || dialogMachine.test(id),
      minShareCount: 2,
    },
    { name: 'overlays', test: overlayMachines, minShareCount: 2 },
    { name: 'shell-dialogs', test: (id: string) => isOf('shellDialogs')(id) && !isOf('pages')(id) },
    ...features.map((feature) => ({
      name: `${feature}-dialogs`,
      test: (id: string) => isOf(feature)(id) && !isOf('pages')(id),
    })),
    // Otherwise a group would also take modules that belong to another one.
  ].map((group) => ({ ...group, includeDependenciesRecursively: false }))

  return {
    name: 'shared-chunks',
    config: () => ({ build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }),
    buildEnd() {
      const reachableFrom = (isRoot: (id: string) => boolean) => {
        const ids = new Set<string>()
        const visit = (id: string) => {
          if (ids.has(id) || indexes.test(id)) return
          ids.add(id)
          this.getModuleInfo(id)?.importedIds.forEach(visit)
        }
        for (const id of this.getModuleIds()) if (isRoot(id)) visit(id)
        return ids
      }
      for (const [part, root] of Object.entries(roots))
        reached.set(
          part,
          reachableFrom((id) => root.test(id)),
        )
      for (const feature of features)
        reached.set(
          `not ${feature}`,
          reachableFrom((id) => roots.dialogs.test(id) && !roots[feature].test(id)),
        )
      for (const page of new Set([...this.getModuleIds()].filter((id) => roots.pages.test(id)).map(withoutQuery)))
        for (const id of reachableFrom((root) => withoutQuery(root) === page))
          pagesOf.set(id, (pagesOf.get(id) ?? new Set()).add(page))
      const codeOf = (id: string | undefined) => (id && this.getModuleInfo(id)?.code) || ''
      const names = codeOf([...this.getModuleIds()].find((id) => lucideIndex.test(id)))
      for (const id of reached.get('signIn') ?? [])
        for (const name of iconsIn(codeOf(id), names)) iconsOfSignIn.add(name)
      const idsOfIcons = new Map([...this.getModuleIds()].map((id) => [icon.exec(id)?.[1], id]))
      for (const [id, pages] of pagesOf) {
        for (const name of iconsIn(codeOf(id), names)) {
          const iconId = idsOfIcons.get(name)
          if (iconId) pagesOf.set(iconId, pages.union(pagesOf.get(iconId) ?? new Set()))
        }
      }
      const ofShell = [...(reached.get('shell') ?? [])]
      const fetchedByShell = ofShell.flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
      const shellDialogs = new Set(fetchedByShell.filter((id) => opensOverPage.test(id)))
      reached.set(
        'shellDialogs',
        reachableFrom((id) => shellDialogs.has(id)),
      )
    },
  }
}

const withoutQuery = (id: string) => id.replace(/\?.*/, '')

/**
 * The files of the icons that a module imports.
 * @param index the code that names them; some icons have several names
 */
function iconsIn(code: string, index: string): string[] {
  const imported = /import \{([^}]+)\} from ["']lucide-react["']/.exec(code)?.[1] ?? ''
  return (imported.match(/\w+Icon\b/g) ?? []).flatMap((name) => {
    return new RegExp(`\\b${name}\\b.* from ["'].*/icons/([\\w-]+)`).exec(index)?.[1] ?? []
  })
}
