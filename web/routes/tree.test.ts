import { describe, expect, it } from 'vitest'
import { insideRoots } from '#domain/accounts/guards.ts'
import { pagePaths } from '../../bin/lib/sources.ts'
import { inside } from '../../e2e/support/pages.ts'

/** Those that only lead elsewhere, are no part of a build, or are not for a seller: who runs Motto has a look of their own. */
const notLookedAt = ['_gallery', 'clients', 'orders/settle', 'product-not-found', 'products', 'superAdmin']

describe('the addresses of the signed-in part', () => {
  it('NAV-050 are all known to the guards, which would tell a stranger that nothing lives there', () => {
    expect(pagePaths.length).toBeGreaterThan(20)
    const roots = pagePaths.map((path) => path.split('/')[0] ?? '')
    expect(roots.filter((root) => root && !insideRoots.has(root))).toEqual([])
  })

  it('are all among the pages that the journeys and the benchmarks walk', () => {
    const walked = inside.map((path) => path.replace(/\?.*/, '').slice(1))
    const pattern = (path: string) =>
      new RegExp(`^${path.replaceAll(/\/\{-\$\w+\}/g, '(/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+')}$`)
    const missing = pagePaths.filter((path) => !walked.some((page) => pattern(path).test(page)))
    expect(missing.toSorted()).toEqual(notLookedAt)
  })
})
