import bcd, { type Identifier, type SupportStatement } from '@mdn/browser-compat-data' with { type: 'json' }
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import postcss from 'postcss'
import ts from 'typescript'
import { oldest } from './oldest-browsers.ts'

/**
 * What is used although one of them lacks it, with the reason. Values of styles that a browser does not know are
 * ignored by it.
 */
const optional = new Map([
  ['text-wrap: balance', 'lines then break where they are full'],
  ['forced-color-adjust', 'Safari has no forced colours'],
  ['forced-color-adjust: none', 'Safari has no forced colours'],
  ['scrollbar-width', 'scroll bars then look as the system draws them'],
  ['scrollbar-width: thin', 'scroll bars then look as the system draws them'],
  ['scrollbar-width: none', 'scroll bars then look as the system draws them'],
  ['scrollbar-color', 'scroll bars then look as the system draws them'],
  ['@property', 'it serves an effect that only browsers with scroll timelines draw'],
  ['@page', 'prints then have the margins of the browser'],
  ['break-after: avoid', 'a heading may then be the last line of a printed page'],
])

const web = path.join(import.meta.dirname, '..')

/** The sources of the pages, without tests. */
export const sources = (): string[] =>
  [path.join(web, 'src'), path.join(web, '../contract/src'), path.join(web, '../formats/src')].flatMap((folder) =>
    globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['**/*.test.*', '**/*.d.ts', 'testing/**'] }).map((file) =>
      path.join(folder, file),
    ),
  )

/** Finds the methods and globals in these files that one of the oldest supported browsers lacks, by type. */
export function findUnsupportedCalls(files: string[]): string[] {
  const config = ts.readConfigFile(path.join(web, 'tsconfig.json'), (file) => readFileSync(file, 'utf8')).config
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, web)
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()
  const { missingGlobals, missingMembers } = listMissing()
  const found = new Set<string>()
  const given = new Set(files)
  for (const source of program.getSourceFiles().filter(({ fileName }) => given.has(fileName))) {
    const report = (node: ts.Node, name: string, missing: string | undefined) => {
      if (!missing || optional.has(name)) return
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      found.add(`${path.relative(web, source.fileName)}:${line + 1} uses ${name}, which ${missing} lacks`)
    }
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAccessExpression(node)) {
        const member = node.name.text
        // Finding out a type takes long, and most names are missing nowhere.
        const missing = missingMembers.get(member)
        if (missing)
          for (const owner of ownersOf(checker.getApparentType(checker.getTypeAtLocation(node.expression)), checker))
            report(node.name, `${owner}.${member}`, missing.get(owner))
      }
      if (ts.isIdentifier(node) && missingGlobals.has(node.text) && isGlobal(checker.getSymbolAtLocation(node)))
        report(node, node.text, missingGlobals.get(node.text))
      node.forEachChild(visit)
    }
    visit(source)
  }
  return [...found]
}

/** The names under which the members of a value are listed: its own type and those that it inherits from. */
function ownersOf(type: ts.Type, checker: ts.TypeChecker): string[] {
  if (type.isUnionOrIntersection())
    return type.types.flatMap((each) => ownersOf(checker.getApparentType(each), checker))
  const symbol = type.getSymbol()
  if (!symbol?.declarations?.some(isFromPlatform)) return []
  const declared = checker.getDeclaredTypeOfSymbol(symbol)
  const bases = declared.isClassOrInterface() ? checker.getBaseTypes(declared) : []
  const name = symbol
    .getName()
    .replace(/^Readonly(?=Array|Map|Set)/, '')
    .replace(/Constructor$/, '')
    .replace('IteratorObject', 'Iterator')
  return [name, ...bases.flatMap((base) => ownersOf(base, checker))]
}

const isFromPlatform = (declaration: ts.Declaration) =>
  /\/typescript\/lib\/lib\.[^/]+\.d\.ts$/.test(declaration.getSourceFile().fileName)

const isGlobal = (symbol: ts.Symbol | undefined) =>
  symbol?.declarations?.some((each) => isFromPlatform(each) && ts.isVariableDeclaration(each)) ?? false

/** What one of the oldest supported browsers lacks, with its name: globals, and members by their name and owner. */
function listMissing() {
  const missingGlobals = new Map<string, string>()
  const missingMembers = new Map<string, Map<string, string>>()
  for (const group of [bcd.api, bcd.javascript.builtins ?? {}] as Record<string, Identifier>[]) {
    for (const [owner, feature] of Object.entries(group)) {
      const missing = feature.__compat && missingIn(feature.__compat.support)
      if (missing) missingGlobals.set(owner, missing)
      for (const [name, { __compat }] of Object.entries(feature as Record<string, Identifier>)) {
        const lacking = __compat && missingIn(__compat.support)
        const member = name.replace(/_static$/, '')
        if (!lacking || (member !== name && member in feature)) continue
        const owners = missingMembers.get(member) ?? new Map<string, string>()
        missingMembers.set(member, owners.set(owner, lacking))
      }
    }
  }
  return { missingGlobals, missingMembers }
}

/** Finds the properties, values, rules and selectors of a built style sheet that one of them lacks. */
export function findUnsupportedStyles(css: string): string[] {
  const found = new Set<string>()
  const report = (name: string, feature: Identifier | undefined) => {
    const missing = feature?.__compat && missingIn(feature.__compat.support)
    if (missing && !optional.has(name)) found.add(`${name} is used, which ${missing} lacks`)
  }
  const withPrefix = new Set<string>()
  const tree = postcss.parse(css)
  tree.walkDecls(/^-webkit-/, ({ prop }) => void withPrefix.add(prop.replace('-webkit-', '')))
  tree.walk((node) => {
    // A rule within @supports is for browsers that know it.
    for (let parent: postcss.Node | undefined = node.parent; parent; parent = parent.parent)
      if (parent.type === 'atrule' && 'name' in parent && parent.name === 'supports') return
    const isOfPage = node.parent?.type === 'atrule' && 'name' in node.parent && node.parent.name === 'page'
    if (node.type === 'decl' && !isOfPage && !node.prop.startsWith('-') && !withPrefix.has(node.prop)) {
      const property = bcd.css.properties?.[node.prop]
      report(node.prop, property)
      if (/^[a-z -]+$/.test(node.value))
        for (const word of node.value.split(' ')) report(`${node.prop}: ${word}`, property?.[word])
    }
    if (node.type === 'decl')
      for (const [, call = ''] of node.value.matchAll(/(?<![\w-])([a-z][a-z-]+)\(/g))
        report(`${call}()`, functionOf(call))
    if (node.type === 'atrule') report(`@${node.name}`, bcd.css['at-rules']?.[node.name])
    if (node.type === 'rule')
      for (const [, name = ''] of node.selector.matchAll(/::?(?!-)([a-z-]+)/g))
        report(`:${name}`, bcd.css.selectors?.[name])
  })
  return [...found]
}

/** Functions are listed by name, or below the type of their value. */
function functionOf(name: string): Identifier | undefined {
  const types = bcd.css.types ?? {}
  return types[name] ?? Object.values(types).find((type): type is Identifier => name in type)?.[name]
}

/** Names the first of the oldest browsers that lacks a feature, by its version. */
function missingIn(support: Partial<Record<string, SupportStatement>>): string | undefined {
  const missing = oldest.find(([browser, version]) => {
    const statement = support[browser]
    return statement !== undefined && !isSupported(statement, version)
  })
  return missing && `${missing[0]} ${missing[1]}`
}

function isSupported(statement: SupportStatement, version: string): boolean {
  return [statement].flat().some((each) => {
    if (typeof each.version_added !== 'string' || each.flags || each.prefix || each.alternative_name) return false
    return each.version_added.startsWith('≤') || !isNewer(each.version_added, version)
  })
}

const isNewer = (version: string, than: string) => version === 'preview' || compare(version, than) > 0

function compare(left: string, right: string): number {
  const [lefts = [], rights = []] = [left, right].map((each) => each.split('.').map(Number))
  return (lefts[0] ?? 0) - (rights[0] ?? 0) || (lefts[1] ?? 0) - (rights[1] ?? 0)
}

/** The names of the language that one of the oldest browsers lacks, such as "Set.prototype.union" and "Float16Array". */
export function listNewNames(): string[] {
  const isNew = (feature: Identifier | undefined) =>
    feature?.__compat && missingIn(feature.__compat.support) !== undefined
  return Object.entries(bcd.javascript.builtins ?? {}).flatMap(([owner, feature]) => {
    if (owner === '__compat' || !('__compat' in feature)) return []
    if (isNew(feature)) return [owner]
    const members = Object.keys(feature).filter((member) => /^[a-z]\w+$/i.test(member) && isNew(feature[member]))
    return members.map((member) => `${owner}.${member.replace(/_static$/, '')}`)
  })
}
