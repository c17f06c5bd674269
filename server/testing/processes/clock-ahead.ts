// This is loaded before a program, whose clock is then ahead of the machine's.
const aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0)
const machineNow = Date.now.bind(Date)
const now = () => machineNow() + aheadMs

globalThis.Date = new Proxy(Date, {
  construct: (target, parts, made) => Reflect.construct(target, parts.length > 0 ? parts : [now()], made),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})
