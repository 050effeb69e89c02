import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { insideRoots } from '#domain/accounts/guards.ts'

/** Paths of tabs begin below their page and are no addresses of their own. */
const isTab = (source: string) => !source.includes('getParentRoute: () => rootRoute')

describe('the addresses of the signed-in part', () => {
  it('NAV-050 are all known to the guards, which would tell a stranger that nothing lives there', () => {
    const paths = globSync('*.tsx', { cwd: import.meta.dirname }).flatMap((file) =>
      [
        ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/createRoute\(\{[\s\S]*?path: '([^']+)'/g),
      ].flatMap(([source, path = '']) => (isTab(source) ? [] : [path])),
    )
    expect(paths.length).toBeGreaterThan(20)
    const roots = paths.map((path) => path.split('/')[0] ?? '')
    expect(roots.filter((root) => root && !insideRoots.has(root))).toEqual([])
  })
})
