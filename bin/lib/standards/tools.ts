import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export interface Package {
  name: string
  version: string
}

/** Installs a package of others into a folder of its own, without what its dependencies would run. @returns its folder */
export function install(home: string, { name, version }: Package): string {
  const folder = join(home, name.replaceAll('/', '-'))
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{}')
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', `${name}@${version}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return join(folder, 'node_modules', name)
}

/** @returns the file of one of its commands */
export function commandOf(folder: string, command: string): string {
  const { bin } = createRequire(import.meta.url)(join(folder, 'package.json')) as { bin: Record<string, string> }
  return join(folder, bin[command] ?? '')
}

export interface Run {
  code: number
  output: string
  errors: string
}
/** Runs a script of others in a folder, which is its home as well. */
export const run = (home: string, script: string, ...rest: string[]): Promise<Run> =>
  new Promise((resolve) => {
    const options = { cwd: home, env: { ...process.env, HOME: home }, maxBuffer: 64 * 1024 * 1024 }
    execFile(process.execPath, [script, ...rest], options, (error, output, errors) =>
      resolve({ code: error ? Number(error.code) : 0, output, errors }),
    )
  })
