import { join, resolve } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { describedBy } from '#sandbox/testing/described.ts'
import { specsFolder } from './specs.ts'

const project = resolve(import.meta.dirname, '../../..')
afterEach(() => vi.unstubAllEnvs())

it('descriptions are looked for beside the project, wherever the tests are started', () => {
  vi.spyOn(process, 'cwd').mockReturnValue(join(project, 'packages/sandbox'))
  vi.stubEnv('CHANNEL_SPECS', undefined)
  expect(specsFolder()).toBe(resolve(project, '../shared/channels'))
  expect(describedBy('x.json').paths).toEqual([resolve(project, '../shared/channels/x.json')])
  vi.stubEnv('CHANNEL_SPECS', 'docs/channels')
  expect(specsFolder()).toBe(join(project, 'docs/channels'))
  expect(describedBy('etsy.md')).toEqual({ paths: [join(project, 'docs/channels/etsy.md')], isAbsent: false, note: '' })
  vi.mocked(process.cwd).mockRestore()
})

it('a named folder that is not there fails instead of skipping', () => {
  vi.stubEnv('CHANNEL_SPECS', 'docs/nowhere')
  expect(() => specsFolder()).toThrow(`CHANNEL_SPECS names ${join(project, 'docs/nowhere')}`)
  expect(() => describedBy('x.json')).toThrow('CHANNEL_SPECS names')
})
