import { median } from '../support/times.ts'

/** The measurements of each contestant, in the order of the rounds. */
export type Rounds = Map<string, number[]>

type Column = { unit: string; digits: number; /** Whether a larger value is better. */ isMoreBetter: boolean }

/**
 * Markdown: each contestant's median, and how many times better the first one is than each competitor, as the median
 * and the worst of the rounds. Only ratios within a round are independent of other load on the machine.
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
