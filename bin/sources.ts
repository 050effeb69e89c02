import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Import {
  from: string
  /** A path of ours, or the name of a package. */
  to: string
  typeOnly: boolean
}

const rooms = 'bin,contract,domain,channels,server,web,sandbox,seed,e2e,bench'

export const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)
/** What tests share. */
export const isSupport = (file: string) => /^((server|sandbox|web)\/testing\/|e2e\/|channels\/testing\/)/.test(file)

/** The TypeScript of a tree by its path in it, without what npm installs. */
export function readSources(folder: string): Map<string, string> {
  const files = globSync(`{${rooms}}/**/*.{ts,tsx}`, { cwd: folder, exclude: ['**/node_modules/**'] }).toSorted()
  return new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
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

function target(from: string, name: string): string {
  if (name.startsWith('#')) return name.slice(1)
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
