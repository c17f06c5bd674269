import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../testing/render.tsx'
import { JsonTree } from './json-tree.tsx'

const report = {
  restingBpm: 961,
  empty: '',
  missing: null,
  heartRate: { byHour: Array.from({ length: 24 }, (_, hour) => 50 + hour), lowest: 50 },
  trace: Array.from({ length: 250 }, (_, index) => `beat ${index + 1}`),
}

const branch = (name: string) => page.getByRole('group').filter({ hasText: name }).last()

test('keys are beside their values, long lists are folded, and numbers over time are a line', async () => {
  render(<JsonTree branch={report} text="" />)
  await expect.element(page.getByText('961', { exact: true })).toBeVisible()
  await expect.element(page.getByText('""')).toBeVisible()
  await expect.element(page.getByText('null')).toBeVisible()
  const hours = branch('byHour')
  expect(hours.element().matches('[open]')).toBe(false)
  await expect.element(hours.getByText('24 values, 50 to 73')).toBeVisible()
  expect(hours.element().querySelector('polyline')?.getAttribute('points')?.split(' ')).toHaveLength(24)
  expect(branch('trace').element().matches('[open]')).toBe(false)
})

test('a list of hundreds of entries is shown in steps', async () => {
  render(<JsonTree branch={report} text="" />)
  await page.getByText('trace').click()
  await page.getByRole('button', { name: 'Show 100 of 150 more' }).click()
  await expect.element(page.getByText('beat 200', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Show 50 of 50 more' })).toBeVisible()
})

test('a search keeps the matching entries, opened and marked, and everything below a matching key', async () => {
  const { rerender, host } = render(<JsonTree key="a" branch={report} text="BEAT 24" />)
  expect([...host.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(
    Array.from({ length: 11 }, () => 'beat 24'),
  )
  await expect.element(page.getByText('beat 249')).toBeVisible()
  rerender(<JsonTree key="b" branch={report} text="heart" />)
  await expect.element(page.getByText('lowest')).toBeVisible()
  expect(page.getByText('restingBpm').query()).toBeNull()
})

test('invisible characters in a key or value are shown by their codes, so that no value reads as another', async () => {
  render(<JsonTree branch={{ 'do\u200Bse': 'Dose: 5\u202Egm 05' }} text="" />)
  await expect.element(page.getByText('do[U+200B]se', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Dose: 5[U+202E]gm 05', { exact: true })).toBeVisible()
})

test('[reports-15] markup in a key or value is text, and nothing of it runs', async () => {
  const markup = '"><img src=x onerror="window.name = 1"><svg onload="window.name = 1"><script>window.name = 1</script>'
  const { host } = render(<JsonTree branch={{ [markup]: { [markup]: markup }, list: [markup] }} text="" />)
  await page.getByText('list').click()
  expect(page.getByText(markup, { exact: true }).elements()).toHaveLength(4)
  expect(host.querySelector('img, script, svg[onload]')).toBeNull()
  expect(window.name).not.toBe('1')
})
