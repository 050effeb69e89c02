import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { insideRoots } from '#domain/accounts/guards.ts'
import { inside } from '../../e2e/support/pages.ts'

/** Paths of tabs begin below their page and are no addresses of their own. */
const isTab = (source: string) => !source.includes('getParentRoute: () => rootRoute')

/** Those that only lead elsewhere, are no part of a build, or are not for a seller: who runs Motto has a look of their own. */
const notLookedAt = ['_gallery', 'clients', 'product-not-found', 'products', 'superAdmin']

const paths = globSync('**/*.tsx', { cwd: import.meta.dirname }).flatMap((file) =>
  [
    ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/createRoute\(\{[\s\S]*?path: '([^']+)'/g),
  ].flatMap(([source, path = '']) => (isTab(source) ? [] : [path])),
)

describe('the addresses of the signed-in part', () => {
  it('NAV-050 are all known to the guards, which would tell a stranger that nothing lives there', () => {
    expect(paths.length).toBeGreaterThan(20)
    const roots = paths.map((path) => path.split('/')[0] ?? '')
    expect(roots.filter((root) => root && !insideRoots.has(root))).toEqual([])
  })

  it('are all among the pages that the journeys and the benchmarks walk', () => {
    const walked = inside.map((path) => path.replace(/\?.*/, '').slice(1))
    const pattern = (path: string) =>
      new RegExp(`^${path.replaceAll(/\/\{-\$\w+\}/g, '(/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+')}$`)
    const missing = paths.filter((path) => !walked.some((page) => pattern(path).test(page)))
    expect(missing.toSorted()).toEqual(notLookedAt)
  })
})
