import ts from 'typescript'
import { expect, test } from 'vitest'
import { projectFiles, readProjectFile as read } from './project-files.ts'

/** Phrases that the writing style in CONTRIBUTING.md replaces. */
const marks = new Map<RegExp, string>([
  [/\bany more\b/i, 'no longer'],
  [/\b(?:is|are) expected\b/i, 'the imperative'],
  [/\bin vain\b/i, 'a plain sentence'],
  [/\bat hand\b/i, 'available'],
  [/\b(?:a|no|one|each|every) mail\b(?! (?:server|catcher|reader|client)\b)|(?<!-)\bmails\b/i, 'email'],
  [/\bof (?:its|their|our|your|his|her) own\b/i, 'its own …'],
  [/\bwhoever\b/i, 'anyone who'],
  [/\banew\b/i, 'again'],
  [/\bas (?:it|they) stands?\b/i, 'as they are'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
])

/** Terms for which screens, emails and the guides for staff use another one. */
const foreignTerms = new Map<RegExp, string>([
  [/\bmember [iI][dD]s?\b/, 'Member ID'],
  [/\bsecond factors?\b/i, 'two-step sign-in'],
  [/\boperators?\b/i, 'system administrator'],
  [/\b(?:make|made)(?: \S+){0,2} current\b/i, 'Restore'],
  [/\bsuperseded\b/i, 'replaced'],
  [/\bin the settings\b/i, 'in Settings'],
  [/\bpropos(?:al|als|es|ed)\b/i, 'suggestion'],
  [/\bleft out\b|\bleave (?:it|them) out\b/i, 'skipped or not imported'],
  [/\bknown patients?\b/i, 'existing patients'],
  [/\bnobody\b/i, 'no one'],
  [/\bstaged\b/i, 'awaiting approval'],
  [/\brefus(?:e|es|ed|al|als)\b/i, 'reject'],
  [/(?<!legal )\bholds?\b/i, 'legal hold'],
  [/\bwithdraw your\b/i, 'discard'],
  [/\bpass(?:es|ed)? (?:it|them|the link|each link) on\b/i, 'send'],
])

const files = projectFiles()

function marksIn(file: string, texts: string[], wanted = marks): string[] {
  return texts.flatMap((text) =>
    [...wanted]
      .filter(([mark]) => mark.test(text))
      .map(([, instead]) => `${file}: “${text.trim()}” (write: ${instead})`),
  )
}

/** Whether a source contains a mark anywhere, which is sooner known than its texts. */
const mayContain = (file: string, wanted: ReadonlyMap<RegExp, string>) => {
  const source = read(file).replaceAll(/\\u[\da-f]{4}|\\[nrt]|\s+/gi, ' ')
  return [...wanted.keys()].some((mark) => mark.test(source))
}

/** The texts of a source file that users may read: strings with a space, and text between tags. */
function textsOf(file: string): string[] {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true)
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node)
    if (isText && node.text.includes(' ')) texts.push(node.text.replaceAll(/\s+/g, ' '))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts
}

const pages = files.filter((file) => /^(?:docs\/.*|README|CONTRIBUTING|SECURITY|bench\/README)\.?.*\.md$/.test(file))
test.each(pages)('the page %s contains none of the phrases to avoid', (page) => {
  const prose = read(page).replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '')
  expect(marksIn(page, prose.split('\n'))).toEqual([])
})

const guides = ['first-sign-in', 'super-admins', 'imports', 'erasing', 'publishing-models']
test.each(guides)('the guide %s uses the terms of the screens', (guide) => {
  const page = `docs/${guide}.md`
  expect(marksIn(page, read(page).split('\n'), foreignTerms)).toEqual([])
})

test('screens and emails use one term for each thing', () => {
  const screens = files.filter(
    (file) =>
      /^(?:web\/src|server\/src\/mail\/templates)\/.*\.tsx?$|^contract\/src\/audit-actions\.ts$/.test(file) &&
      !/\.test\.tsx?$|\.gen\.ts$/.test(file),
  )
  const suspects = screens.filter((file) => mayContain(file, foreignTerms))
  expect(suspects.flatMap((file) => marksIn(file, textsOf(file), foreignTerms))).toEqual([])
})

const sources = files.filter(
  (file) => /^(?:web|contract|server|formats)\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\.gen\.ts$/.test(file),
)
test('no text of the product contains a phrase to avoid', () => {
  const suspects = sources.filter((file) => mayContain(file, marks))
  expect(suspects.flatMap((file) => marksIn(file, textsOf(file)))).toEqual([])
})
