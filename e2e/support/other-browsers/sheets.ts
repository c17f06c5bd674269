import { execFileSync } from 'node:child_process'

/** A printed sheet: its words in their order, and how far they reach, in millimetres from its left edge. */
export type Sheet = { isAcross: boolean; text: string; left: number; right: number }

const mmPerPoint = 25.4 / 72

/** Requires pdftotext. */
export function readSheets(pdf: Buffer): Sheet[] {
  const html = execFileSync('pdftotext', ['-bbox', '-', '-'], { input: pdf, encoding: 'utf8' })
  const pages = [...html.matchAll(/<page width="([\d.]+)" height="([\d.]+)">([^]*?)<\/page>/g)]
  return pages.map(([, width, height, content = '']) => {
    const words = [...content.matchAll(/xMin="(-?[\d.]+)" yMin="[^"]*" xMax="([\d.]+)"[^>]*>([^<]*)</g)]
    return {
      isAcross: Number(width) > Number(height),
      text: words.map(([, , , word]) => word).join(' '),
      left: Math.min(...words.map(([, left]) => Number(left))) * mmPerPoint,
      right: Math.max(...words.map(([, , right]) => Number(right))) * mmPerPoint,
    }
  })
}
