import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Runs bin/run in a folder where nothing is installed. @param npm what stands in for npm: a shell script */
function runWith(npm: string) {
  const folder = mkdtempSync(join(tmpdir(), 'motto run '))
  folders.push(folder)
  const root = join(import.meta.dirname, '..')
  mkdirSync(join(folder, 'bin'))
  mkdirSync(join(folder, 'tools'))
  for (const file of ['bin/run', 'package.json', 'package-lock.json']) cpSync(join(root, file), join(folder, file))
  const program = join(folder, 'tools/npm')
  writeFileSync(program, `#!/bin/sh\necho "$*" >>"${folder}/calls"\n${npm}\n`)
  chmodSync(program, 0o755)
  const { status, stderr } = spawnSync('sh', ['bin/run', 'check'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${folder}/tools:/usr/bin:/bin` },
  })
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
  return { status, stderr, calls, isLocked: existsSync(join(folder, '.motto-install.lock')) }
}

it('a failed installation shows what npm reported, installs nothing without the lockfile and leaves no lock', () => {
  const { status, stderr, calls, isLocked } = runWith('echo "npm error EROFS: read-only file system" >&2; exit 1')
  expect(status).toBe(1)
  expect(stderr).toContain('npm error EROFS: read-only file system\nMotto could not be installed.')
  expect(calls).toHaveLength(1)
  expect(calls[0]).toMatch(/^ci /)
  expect(isLocked).toBe(false)
})
