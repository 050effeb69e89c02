import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settings } from '#server/settings.ts'
import { refusalsPage } from './bin/refusals.ts'
import { rolesPage } from './bin/roles.ts'

const pages = globSync(
  ['*.md', 'docs/**/*.md', '{contract,domain,channels,server,web,packages,seed,e2e,bench,bin}/**/*.md'],
  {
    exclude: ['**/node_modules/**'],
  },
).toSorted()
const folderGuides = pages.filter(
  (page) => page.includes('/') && page.endsWith('/README.md') && !page.startsWith('docs/'),
)
const read = (file: string) => readFileSync(file, 'utf8')

const topLevel =
  'contract domain channels server web packages/sandbox packages/client packages/cli seed e2e bench bin'.split(' ')

/** What a page links to or shows, addresses elsewhere aside. */
const linksOf = (page: string) =>
  [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to).filter((to) => !/^[a-z]+:/.test(to))

/** All that the product says to people. */
const shown = globSync(
  [
    'web/**/*.{ts,tsx}',
    'contract/channels/**/*.ts',
    'channels/*/**/*.ts',
    'domain/words/*.ts',
    'server/features/integrations/**/*.ts',
  ],
  {
    exclude: ['**/*.test.*'],
  },
)
  .map(read)
  .join('\n')
  .replaceAll(/\s+/g, ' ')
const isChannel = (page: string) => !page.endsWith('README.md')

/** A heading's name in an address, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
const anchorsOf = (page: string) => [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

describe('the pages of the project', () => {
  it('are found', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/tour.md']))
  })

  it.each(pages)('%s links only to what exists', (page) => {
    const broken = linksOf(page).filter((to) => {
      const [path = '', anchor] = to.split('#')
      const target = path ? join(dirname(page), path) : page
      return (
        !existsSync(target) || (anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor))
      )
    })
    expect(broken).toEqual([])
  })

  it.each(pages)('%s names only files that exist', (page) => {
    const named = [
      ...read(page).matchAll(/`((?:bin|contract|domain|channels|server|web|packages|seed|e2e|bench|docs)\/[\w./-]+)`/g),
    ].map(([, path = '']) => path)
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })

  it.each(folderGuides)('%s names only files below its folder that exist', (page) => {
    const named = [...read(page).matchAll(/`([\w./-]+\.tsx?|[\w-]+\/)`/g)].map(([, path = '']) => path)
    const exists = (path: string) =>
      existsSync(path) || globSync(`${dirname(page)}/**/${path}`, { exclude: ['**/node_modules/**'] }).length > 0
    expect(named.filter((path) => !exists(path))).toEqual([])
  })

  it('every top-level folder has a README', () => {
    expect(topLevel.filter((folder) => !existsSync(`${folder}/README.md`))).toEqual([])
  })

  it('explain every setting, and no other', () => {
    const names = Object.keys(settings).toSorted()
    const explained = (file: string, pattern: RegExp) =>
      [...new Set([...read(file).matchAll(pattern)].map(([, name = '']) => name))].toSorted()
    expect(explained('.env.example', /^# ([A-Z_]+)=/gm)).toEqual(names)
    expect(explained('README.md', /^\| `([A-Z_]+)`/gm)).toEqual(names)
  })

  it.each(globSync('docs/channels/*.md').toSorted())(
    '%s names buttons, cards and fields as they are called',
    (page) => {
      const name = /^# (.+)$/m.exec(read(page))?.[1] ?? ''
      const labels = [...read(page).matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => label.replaceAll(/\s+/g, ' '))
      // Where a page has a channel's name in it, the source has a place for it.
      const called = (label: string) =>
        [label, label.replace(name, '${name}'), label.replace(name, '{name}')].some((form) => shown.includes(form))
      expect(labels.filter((label) => !called(label))).toEqual([])
      if (isChannel(page))
        expect([...read(page).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(
          expect.arrayContaining(['Going live', 'As a seller', 'How a listing gets there', 'Limits']),
        )
    },
  )

  it('of the decisions are numbered in order', () => {
    const numbers = globSync('docs/decisions/*.md')
      .toSorted()
      .map((file) => Number(file.split('/').at(-1)?.slice(0, 4)))
    expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  })

  it('tell the roles as the contract has them: node bin/roles.ts writes them anew', () => {
    expect(read('docs/roles.md')).toBe(rolesPage())
  })

  it('tell who refuses what as the channels are tried: node bin/refusals.ts writes it anew', () => {
    expect(read('docs/refusals.md')).toBe(refusalsPage())
  })
})
