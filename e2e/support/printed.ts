import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { pdfReader } from '../../scripts/test/optional-parts.ts'
import { nothingMayBeSkipped } from '../../scripts/test/stage.ts'
import { test } from './test.ts'

/** Prints the page. @returns the text of each sheet as it is laid out, and whether the sheets are in landscape */
export async function print(page: Page): Promise<{ sheets: string[]; isAcross: boolean }> {
  const input = await page.pdf({ preferCSSPageSize: true })
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(input.toString('latin1')) ?? []
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input, encoding: 'utf8' })
  return { sheets: text.split('\f').filter((sheet) => sheet.trim() !== ''), isAcross: Number(width) > Number(height) }
}

/** Belongs at the top of a file. Without pdftotext its tests are skipped, or fail where skipping is not allowed. */
export function skipWithoutPdfReader(): void {
  test.skip(!pdfReader.isFound() && !nothingMayBeSkipped, `pdftotext is missing. ${pdfReader.remedy}`)
}
