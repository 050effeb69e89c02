import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { billOfMaterials, changelogProblems, versionProblem, withVersion } from './lib/release.ts'
import { root } from './lib/run-tool.ts'

/*
 * Makes a release: `npm run release -- 1.0.0`. It checks the version, the changelog and the work tree, runs `npm test`, and then writes the version,
 * the changelog and the bill of materials into one tagged commit. It pushes nothing: look at the commit first.
 */

const run = (command: string, ...parameters: string[]) =>
  execFileSync(command, parameters, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
const sbom = 'sbom --package-lock-only --omit dev --sbom-format cyclonedx --sbom-type application'.split(' ')
const file = (name: string) => join(root, name)

const version = process.argv[2] ?? ''
const { version: current } = JSON.parse(readFileSync(file('package.json'), 'utf8')) as { version: string }
const changelog = readFileSync(file('CHANGELOG.md'), 'utf8')
const problems = [
  ...(version ? [versionProblem(current, version)] : ['Name the version: npm run release -- 1.0.0']),
  ...changelogProblems(changelog),
  run('git', 'branch', '--show-current').trim() === 'main' ? undefined : 'Releases are made on the branch main.',
  run('git', 'status', '--porcelain') ? 'Commit or discard your changes first.' : undefined,
  run('git', 'tag', '--list', `v${version}`) ? `The tag v${version} exists already.` : undefined,
].filter((problem) => problem !== undefined)
if (problems.length > 0) {
  for (const problem of problems) console.error(problem)
  process.exit(1)
}

execFileSync('sh', ['bin/run', 'test'], { cwd: root, stdio: 'inherit' })

run('npm', 'version', version, '--no-git-tag-version', '--ignore-scripts')
writeFileSync(file('CHANGELOG.md'), withVersion(changelog, version, new Date().toISOString().slice(0, 10)))
writeFileSync(file('sbom.cdx.json'), billOfMaterials(run('npm', ...sbom)))
run('git', 'add', 'package.json', 'package-lock.json', 'CHANGELOG.md', 'sbom.cdx.json')
run('git', 'commit', '--message', `Release ${version}`)
run('git', 'tag', '--annotate', `v${version}`, '--message', `Motto ${version}`)
console.log(`Motto ${version} is committed and tagged as v${version}. Publish it with: git push --follow-tags`)
