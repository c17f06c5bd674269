import type { Plugin } from 'vite'

const summary = /^ {2}summary:\s+(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`),$/gm

/**
 * Removes the summaries of endpoints, which only the OpenAPI document shows. Otherwise every page would fetch a
 * kilobyte of them.
 */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: code.replaceAll(summary, "  summary: '',"), map: null }),
    },
  }
}
