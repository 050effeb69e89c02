/** What a lockfile says of a package, as far as it matters here. */
export interface Locked {
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}
export type Lock = Readonly<Record<string, Locked>>

const PREFIX = 'node_modules/'

/**
 * The folders in `node_modules` of the packages that sources name, and of all that these need.
 * @param sources texts of everything that runs
 * @param candidates packages that they could name
 * @param lock `packages` of the lockfile
 */
export function runtimeFolders(sources: readonly string[], candidates: readonly string[], lock: Lock): string[] {
  const text = sources.join('\n')
  const folders = new Set<string>()
  const waiting = candidates
    .filter((name) => text.includes(`'${name}'`) || text.includes(`'${name}/`))
    .map((name) => PREFIX + name)
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const locked = lock[folder]
    if (!locked || locked.link || folders.has(folder)) continue
    folders.add(folder)
    for (const name of Object.keys({
      ...locked.dependencies,
      ...locked.optionalDependencies,
      ...locked.peerDependencies,
    }))
      waiting.push(folderFor(name, folder, lock))
  }
  return [...folders].toSorted()
}

/** Where Node finds a package from the folder of another: its own first, then those above. */
function folderFor(name: string, from: string, lock: Lock): string {
  for (let base = from; base; base = base.slice(0, Math.max(0, base.lastIndexOf(`/${PREFIX}`))))
    if (lock[`${base}/${PREFIX}${name}`]) return `${base}/${PREFIX}${name}`
  return PREFIX + name
}

/** What packages bring for those who develop with them: source maps, types, headers, manuals. Licenses stay. */
export const isForDevelopment = (path: string): boolean =>
  /\.(map|d\.[cm]?ts|tsbuildinfo)$/.test(path) ||
  /^node_modules\/node-[^/]+\/(include|share|lib)\//.test(path) ||
  /(^|\/)(README|CHANGELOG|HISTORY)(\.\w+)?$/i.test(path)
