import { settingRanges } from '../../server/src/core/config.ts'

/** Writes the range of each setting after its default, into the table of settings. */
export function writeRanges(page: string): string {
  return settingRanges.reduce((text, { name, min, max }) => {
    const row = new RegExp(`^(\\| \`${name}\` \\| .*?)(?: \\(\\d+ to \\d+\\))? \\|`, 'm')
    if (!row.test(text)) throw new Error(`docs/operations/configuration.md has no row for ${name}.`)
    return text.replace(row, (_, start: string) => `${start} (${min} to ${max}) |`)
  }, page)
}
