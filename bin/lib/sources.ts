import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }

export interface Import {
  from: string
  /** A path of ours, or the name of a package. */
  to: string
  typeOnly: boolean
}

/** `sandbox` is where `packages/sandbox` was until December 2026: `bin/measure.ts` reads older trees, too. */
const folders = 'bin,contract,domain,channels,server,web,packages/*,sandbox,seed,e2e,bench'

export const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)
/** What tests share, and the settings of their runner. */
export const isSupport = (file: string) =>
  /^((server|packages\/\w+|web)\/testing\/|e2e\/|channels\/testing\/)|\.config\.ts$/.test(file)

/** The TypeScript of a tree by its path in it, without what npm installs. */
export function readSources(folder: string): Map<string, string> {
  const files = globSync(`{${folders}}/**/*.{ts,tsx}`, { cwd: folder, exclude: ['**/node_modules/**'] }).toSorted()
  return new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
}

/** The same with the files that stand outside of all folders: settings and the tests of the whole tree. */
export function readTree(folder: string): Map<string, string> {
  const files = globSync('*.ts', { cwd: folder }).toSorted()
  return new Map([
    ...readSources(folder),
    ...files.map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const),
  ])
}

/** Without comments. A `//` inside a text goes too, with the rest of its line: no reader of it minds. */
export const codeOf = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

const importPattern = /^\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm
export const importsOf = (from: string, text: string): Import[] =>
  [...codeOf(text).matchAll(importPattern)].map(([, type, fixed, dynamic]) => ({
    from,
    to: target(from, fixed ?? dynamic ?? ''),
    typeOnly: type !== undefined,
  }))

/** Where the names with `#` lead: `#sandbox/` to `packages/sandbox/`. */
const folderOf = new Map(
  Object.entries(manifest.imports).map(([alias, path]) => [alias.replace('*', ''), path.slice(2, -1)]),
)

function target(from: string, name: string): string {
  const alias = /^#(\w+)\//.exec(name)?.[0]
  if (alias) return name.replace(alias, folderOf.get(alias) ?? alias.slice(1))
  return name.startsWith('.') ? join(dirname(from), name) : name
}

/** @returns the files of each circle of imports; all that can reach each other are one circle */
export function circlesOf(imports: readonly Import[]): string[][] {
  const next = new Map<string, string[]>()
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to])
  const circles: string[][] = []
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const path: string[] = []
  // Tarjan's algorithm: a file whose lowest reachable one is itself closes a circle.
  const visit = (file: string): number => {
    const own = index.size
    index.set(file, own)
    low.set(file, own)
    path.push(file)
    for (const to of next.get(file) ?? []) {
      const reached = index.has(to) ? (path.includes(to) ? (index.get(to) ?? own) : own) : visit(to)
      low.set(file, Math.min(low.get(file) ?? own, reached))
    }
    if (low.get(file) === own) {
      const circle = path.splice(path.indexOf(file))
      if (circle.length > 1) circles.push(circle.toSorted())
    }
    return low.get(file) ?? own
  }
  for (const file of next.keys()) if (!index.has(file)) visit(file)
  return circles
}

const routes = join(import.meta.dirname, '../../web/routes')

/** The paths of the pages inside the shell as their routes have them: `order/$orderId`. Those of tabs begin below their page and are none. */
export const pagePaths: readonly string[] = globSync('**/*.tsx', { cwd: routes })
  .toSorted()
  .flatMap((file) => readFileSync(join(routes, file), 'utf8').split('createRoute({').slice(1))
  .filter((route) => route.includes('getParentRoute: () => rootRoute'))
  .flatMap((route) => /path: '([^']+)'/.exec(route)?.[1] ?? [])

/** The addresses of those that need no parameter. */
export const plainPages: readonly string[] = [
  ...new Set(pagePaths.map((path) => `/${path.replaceAll(/\/?\{-\$\w+\}/g, '')}`)),
].filter((path) => !path.includes('$'))
