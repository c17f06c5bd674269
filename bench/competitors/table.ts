import { median } from '../support/times.ts'

/** What was measured of each, in the order of the rounds. */
export type Rounds = Map<string, number[]>

type Column = { unit: string; digits: number; /** Whether a larger figure is the better one. */ isMoreBetter: boolean }

/**
 * Markdown: the median of each, and how many times as good as each competitor the first one is: median and worst of the rounds.
 * Only a round's ratios are independent of other load on the machine.
 */
export function printTable(title: string, rows: [string, Rounds][], { unit, digits, isMoreBetter }: Column): void {
  const [first = '', ...competitors] = rows[0]?.[1].keys() ?? []
  const heads = [first, ...competitors.flatMap((competitor) => [competitor, 'ratio', 'worst'])]
  console.log(`\n| ${title}, ${unit} | ${heads.join(' | ')} |\n| --- |${' ---: |'.repeat(heads.length)}`)
  for (const [name, rounds] of rows) {
    const ours = rounds.get(first) ?? []
    const cells = competitors.flatMap((competitor) => {
      const theirs = rounds.get(competitor) ?? []
      const ratios = ours.map((value, round) =>
        isMoreBetter ? value / (theirs[round] ?? NaN) : (theirs[round] ?? NaN) / value,
      )
      return [median(theirs).toFixed(digits), median(ratios).toFixed(2), Math.min(...ratios).toFixed(2)]
    })
    console.log(`| ${[name, median(ours).toFixed(digits), ...cells].join(' | ')} |`)
  }
}
