import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { temporaryFolder } from './memory.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

it('a run removes the folders of runs that were killed, and leaves those of runs that go on', () => {
  const first = temporaryFolder()
  const abandoned = join(dirname(first), `motto-test-${spawnSync(process.execPath, ['--version']).pid}-killed`)
  mkdirSync(abandoned)
  folders.push(first, abandoned, temporaryFolder())
  expect(folders.map(existsSync)).toEqual([true, false, true])
})
