import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder that looks like the built web. */
export function makeSampleWeb(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'console-web-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  mkdirSync(path.join(directory, 'assets'))
  for (const [name, content] of Object.entries({
    'index.html': '<!doctype html><title>%PRODUCT_NAME%</title><meta content="%SIGN_ON_NAME%">',
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'theme.js': '/* theme */',
    'assets/main-1a2b3c.js': '/* main */',
    'assets/main-1a2b3c.js.br': 'compressed',
  }))
    writeFileSync(path.join(directory, name), content)
  return directory
}
