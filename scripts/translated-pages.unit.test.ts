import ts from 'typescript'
import { expect, test } from 'vitest'
import { projectFiles, readProjectFile } from './project-files.ts'

// A browser that translates a page replaces its text nodes. React then fails if it adds or removes something next to a
// text that has no element around it.

const files = projectFiles().filter(
  (file) => file.startsWith('web/src/') && file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
)

const textNames = /^(?:title|label|text|detail)$|^(?:format\w+|isolate|toSeen)\(/

const inner = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) ? inner(node.expression) : node

const isNothing = (node: ts.Expression) => /^(?:null|undefined|false)$/.test(node.getText())

function isText(child: ts.JsxChild): boolean {
  if (ts.isJsxText(child)) return child.text.trim() !== ''
  if (!ts.isJsxExpression(child) || !child.expression) return false
  const expression = inner(child.expression)
  if (ts.isStringLiteralLike(expression)) return expression.text.trim() !== ''
  return ts.isTemplateExpression(expression) || textNames.test(expression.getText())
}

/** Whether the child is only sometimes present, or is sometimes a text and sometimes an element. */
function comesAndGoes(child: ts.JsxChild): boolean {
  if (!ts.isJsxExpression(child) || !child.expression) return false
  const expression = inner(child.expression)
  if (ts.isBinaryExpression(expression)) return expression.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
  if (!ts.isConditionalExpression(expression)) return false
  const branches = [inner(expression.whenTrue), inner(expression.whenFalse)]
  const elements = branches.filter(
    (branch) => ts.isJsxElement(branch) || ts.isJsxSelfClosingElement(branch) || ts.isJsxFragment(branch),
  )
  return branches.some(isNothing) || elements.length > 0
}

function placesIn(file: string): string[] {
  const source = ts.createSourceFile(file, readProjectFile(file), ts.ScriptTarget.Latest, true)
  const places: string[] = []
  const visit = (node: ts.Node): void => {
    if (
      (ts.isJsxElement(node) || ts.isJsxFragment(node)) &&
      node.children.some(isText) &&
      node.children.some(comesAndGoes)
    ) {
      places.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return places
}

test('no element appears or disappears next to a bare text, so that a translated page still works', () => {
  expect(files.flatMap(placesIn)).toEqual([])
})
