import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { licenseTexts, noticesPage, thirdParties } from './third-party.ts'

/** Permissive, or (LGPL) a library of its own that is only loaded, or (OFL) a font. */
const allowed =
  /^\(?(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|OFL-1\.1|CC0-1\.0|LGPL-3\.0-or-later|PostgreSQL|Python-2\.0)\)?$/

it('uses packages only under licenses that allow it', () => {
  const terms = (license: string) => license.replaceAll(/[()]/g, '').split(/ (?:AND|OR) /)
  expect(thirdParties().filter(({ license }) => !terms(license).every((term) => allowed.test(term)))).toEqual([])
  expect(thirdParties().length).toBeGreaterThan(100)
})

it('names them in THIRD-PARTY-NOTICES.md: npm run notices writes it anew', () => {
  expect(readFileSync(join(import.meta.dirname, '../../THIRD-PARTY-NOTICES.md'), 'utf8')).toBe(noticesPage())
})

it('brings the texts of the fonts that browsers are sent', () => {
  expect(licenseTexts()).toContain('SIL OPEN FONT LICENSE')
  expect(licenseTexts()).toContain('@fontsource-variable/inter')
})

it('has a checksum for every package, but for tools of developers that other platforms install', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string; dev?: boolean; optional?: boolean; link?: boolean }>
  }
  const unchecked = Object.entries(lock.packages).filter(
    ([name, { integrity, link }]) => name.startsWith('node_modules/') && !integrity && !link,
  )
  expect(unchecked.filter(([, { dev, optional }]) => !(dev && optional))).toEqual([])
})
