export type Line = { name: string; color: string; isDashed: boolean; points: [users: number, ms: number][] }

const [left, right, top, bottom] = [64, 520, 44, 352]
const [fewestUsers, mostUsers, leastMs, mostMs] = [10_000, 10_000_000, 0.1, 1_000]
const lineHeight = 15

const share = (value: number, from: number, to: number) => Math.log(value / from) / Math.log(to / from)
const x = (users: number) => left + (right - left) * share(users, fewestUsers, mostUsers)
const y = (ms: number) => bottom - (bottom - top) * share(ms, leastMs, mostMs)
const powers = (from: number, to: number) =>
  Array.from({ length: Math.round(Math.log10(to / from)) + 1 }, (_, index) => Number((from * 10 ** index).toFixed(1)))
const digits = (value: number) => value.toFixed(1)

/** An SVG chart of milliseconds by users, with both axes logarithmic. */
export function drawGrowth(lines: readonly Line[]): string {
  const title = 'One page of the users list, from 10,000 to 10 million users'
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 400" font-family="Inter, system-ui, sans-serif" font-size="12" role="img" aria-labelledby="title">`,
    `<title id="title">${title}</title>`,
    `<rect width="720" height="400" fill="#fff"/>`,
    text(left, 22, 'One page, milliseconds (median)', 'fill="#1c2430" font-size="14" font-weight="600"'),
    ...powers(leastMs, mostMs).flatMap((ms) => [
      path(`M${left} ${digits(y(ms))}H${right}`, 'stroke="#d9dee5"'),
      text(left - 8, y(ms) + 4, ms.toLocaleString('en'), 'text-anchor="end" fill="#4a5565"'),
    ]),
    ...powers(fewestUsers, mostUsers).flatMap((users) => [
      path(`M${digits(x(users))} ${top}V${bottom}`, 'stroke="#d9dee5"'),
      text(x(users), 370, users.toLocaleString('en'), 'text-anchor="middle" fill="#4a5565"'),
    ]),
    text((left + right) / 2, 390, 'users', 'text-anchor="middle" fill="#4a5565"'),
    ...lines.flatMap(drawLine),
    ...drawNames(lines),
    '</svg>',
  ].join('\n')}\n`
}

function drawLine({ color, isDashed, points }: Line): string[] {
  const line = points.map(([users, ms]) => `${digits(x(users))} ${digits(y(ms))}`).join('L')
  const dashes = isDashed ? ' stroke-dasharray="5 4"' : ''
  return [
    path(`M${line}`, `fill="none" stroke="${color}" stroke-width="2"${dashes}`),
    ...points.map(([users, ms]) => `<circle cx="${digits(x(users))}" cy="${digits(y(ms))}" r="3" fill="${color}"/>`),
  ]
}

/** Each label is beside the end of its line, and labels never overlap. */
function drawNames(lines: readonly Line[]): string[] {
  let next = Number.NEGATIVE_INFINITY
  return lines
    .map((line) => ({ ...line, at: y(line.points.at(-1)?.[1] ?? leastMs) + 4 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ name, color, at }) => {
      const place = Math.max(at, next)
      next = place + lineHeight
      return text(right + 10, place, name, `fill="${color}"`)
    })
}

const path = (d: string, rest: string) => `<path d="${d}" ${rest}/>`
const text = (atX: number, atY: number, content: string, rest: string) =>
  `<text x="${digits(atX)}" y="${digits(atY)}" ${rest}>${content}</text>`
