import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { root } from '../run-tool.ts'
import { isForDevelopment, type Lock, runtimeFolders } from './runtime.ts'
import { isSupport, isTest } from '../sources.ts'

/** Of the tree, what runs; the web as it is built. */
const parts = ['bin', 'contract', 'domain', 'channels', 'server', 'packages/sandbox', 'dist/web', 'docs/running']
const files = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  '.env.example',
  'LICENSE',
  'THIRD-PARTY-NOTICES.md',
  'CHANGELOG.md',
]
/** Named by nobody's import: what starts, and the database that comes with it. */
const platforms = Object.keys(manifest.optionalDependencies)

const path = (file: string) => relative(root, file).replaceAll('\\', '/')
const runs = (file: string) =>
  !isTest(path(file)) && !isSupport(path(file)) && !/(^|\/)(node_modules|fixture-\d+)$/.test(path(file))
/**
 * Puts what a Motto needs to run into a new folder, and nothing else. The web is taken as it is built. `sh bin/run start` there starts it.
 * @throws Error where the folder has something in it, or a package is missing in it
 */
export function pack(target: string): void {
  if (existsSync(target) && readdirSync(target).length) throw new Error(`${target} isn’t empty. Choose a new folder.`)
  mkdirSync(target, { recursive: true })
  for (const part of parts) cpSync(join(root, part), join(target, part), { recursive: true, filter: runs })
  for (const file of files.filter((name) => existsSync(join(root, name)))) cpSync(join(root, file), join(target, file))

  const sources = parts
    .flatMap((part) => readdirSync(join(target, part), { recursive: true, withFileTypes: true }))
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.startsWith(join(target, 'bin')),
    )
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock }
  const named = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, graphql: '' })
  const folders = [
    ...runtimeFolders(sources, named, packages),
    ...platforms.map((name) => `node_modules/${name}`),
  ].filter((folder) => existsSync(join(root, folder)))
  for (const folder of folders)
    cpSync(join(root, folder), join(target, folder), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) =>
        !isForDevelopment(path(file)) && !(file !== join(root, folder) && file.endsWith('/node_modules')),
    })
  mkdirSync(join(target, 'node_modules/.bin'), { recursive: true })
  cpSync(join(root, 'node_modules/.bin/node'), join(target, 'node_modules/.bin/node'), { verbatimSymlinks: true })
  const stamp = 'node_modules/.motto-stamp'
  writeFileSync(join(target, stamp), readFileSync(join(root, stamp)))
  // Loads all that a start does: a package that is missing fails here and not there.
  const node = join(target, 'node_modules/.bin/node')
  execFileSync(node, ['--import', './server/main.ts', '--eval', ''], {
    cwd: target,
    stdio: 'inherit',
  })
  console.log(`${target} has Motto ${manifest.version}. Start it there with: sh bin/run start`)
}
