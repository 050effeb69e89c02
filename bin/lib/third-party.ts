import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-tool.ts'

export interface Package {
  name: string
  version: string
  license: string
}
interface Locked {
  version?: string
  license?: string
  dev?: boolean
  link?: boolean
}

/** Packages that name their license in a file alone. */
const licenseFiles: Readonly<Record<string, string>> = { 'png-js': 'MIT' }
const PREFIX = 'node_modules/'

/** What an installation of Motto runs or serves, by name: the packages of the lockfile that are not for development alone. */
export function thirdParties(): Package[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  const packages = new Map<string, Package>()
  for (const [path, { version = '', license, dev, link }] of Object.entries(lock.packages)) {
    // Ours: the root, the workspace packages, and the links to them.
    if (!path.startsWith(PREFIX) || link || dev) continue
    const name = path.slice(path.lastIndexOf(PREFIX) + PREFIX.length)
    packages.set(`${name}@${version}`, { name, version, license: license ?? licenseFiles[name] ?? 'unknown' })
  }
  return [...packages.values()].toSorted((a, b) =>
    a.name === b.name ? order(a.version, b.version) : order(a.name, b.name),
  )
}

const order = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** The page `THIRD-PARTY-NOTICES.md`. */
export function noticesPage(): string {
  const rows = thirdParties().map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`)
  return `# Third-party notices

Motto runs on these packages. Each keeps its own license. Made by \`npm run notices\`; a test compares it with the lockfile.
Their texts are served by every Motto at \`/third-party-licenses.txt\`, and lie in \`node_modules\`.

libvips (in \`@img/sharp-libvips-*\`) is under the LGPL: it is a separate library that sharp loads, and may be replaced by your
own build. The fonts Inter and JetBrains Mono are under the SIL Open Font License.

| package | version | license |
| --- | --- | --- |
${rows.join('\n')}
`
}

/** The license texts that the installed packages bring, one after the other. Packages for other systems are not installed. */
export function licenseTexts(): string {
  return thirdParties()
    .map(({ name, version, license }) => {
      const folder = join(root, PREFIX, name)
      const files = existsSync(folder)
        ? readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
        : []
      const texts = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8').trim())
      return [`${name} ${version} (${license})`, ...texts].join('\n\n')
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`)
}
