import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { billOfMaterials, changelogProblems, versionProblem, withVersion } from './release.ts'

describe('the version of a release', () => {
  it.each([
    ['0.1.0', '1.0.0'],
    ['1.0.0', '1.0.1'],
    ['1.9.3', '1.10.0'],
  ])('%s may be followed by %s', (current, next) => expect(versionProblem(current, next)).toBeUndefined())

  it.each([
    ['1.0.0', '1.0.0', '1.0.0 does not follow 1.0.0.'],
    ['1.2.0', '1.1.9', '1.1.9 does not follow 1.2.0.'],
    ['1.2.0', '2', '2 is not a version like 1.4.0.'],
    ['1.2.0', '1.3.0-beta', '1.3.0-beta is not a version like 1.4.0.'],
  ])('%s may not be followed by %s', (current, next, problem) => expect(versionProblem(current, next)).toBe(problem))
})

describe('the changelog of a release', () => {
  const entries = (count: number) => '- A change.\n'.repeat(count)

  it('the project’s own changelog is ready to be released', () => {
    expect(changelogProblems(readFileSync('CHANGELOG.md', 'utf8'))).toEqual([])
  })

  it('a group with more than ten entries, an unknown group and an empty group are problems', () => {
    const changelog = `# Changelog\n\n## Unreleased\n\n### Added\n\n${entries(11)}\n### News\n\n${entries(1)}\n### Fixed\n\n## 0.1.0\n\n${entries(40)}`
    expect(changelogProblems(changelog)).toEqual([
      '"Added" has 11 entries. Fold them into 10.',
      '"News" is not one of Added, Changed, Fixed.',
      '"Fixed" has no entries.',
    ])
  })

  it('a changelog without unreleased changes cannot be released', () => {
    expect(changelogProblems('# Changelog\n\n## 1.0.0\n')).toEqual(['CHANGELOG.md has no section "## Unreleased".'])
    expect(changelogProblems('## Unreleased\n\n## 1.0.0\n')).toEqual([
      'The section "Unreleased" of CHANGELOG.md is empty.',
    ])
  })

  it('the section gets the version and the day, and older sections stay', () => {
    expect(withVersion('## Unreleased\n\n- A.\n\n## 0.1.0\n', '1.0.0', '2026-12-01')).toBe(
      '## 1.0.0 – 2026-12-01\n\n- A.\n\n## 0.1.0\n',
    )
  })
})

it('the bill of materials keeps packages with their hashes, and no address that they were downloaded from', () => {
  const references = [
    { type: 'distribution', url: 'https://registry.example/zod.tgz' },
    { type: 'vcs', url: 'https://git.example/zod' },
  ]
  const component = { name: 'zod', version: '4.0.0', hashes: [{ alg: 'SHA-512', content: 'ab' }] }
  const bill = billOfMaterials(JSON.stringify({ components: [{ ...component, externalReferences: references }] }))
  expect(JSON.parse(bill)).toEqual({ components: [{ ...component, externalReferences: [references[1]] }] })
})
