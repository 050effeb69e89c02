import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { hints } from './hints.ts'

it('ANA-045..ANA-050 ANA-053 the hints of the figures are those that docs/analytics.md defines', () => {
  const page = readFileSync('docs/analytics.md', 'utf8')
  const table = Object.fromEntries(
    [...page.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].map(([, name = '', hint = '']) => [name.trim(), hint.trim()]),
  )
  const { figure: _, '---': __, ...defined } = table
  expect(hints).toEqual(defined)
})
