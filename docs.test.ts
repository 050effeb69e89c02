import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settings } from '#server/settings.ts'
import { refusalsPage } from './bin/refusals.ts'
import { rolesPage } from './bin/roles.ts'

const pages = globSync(['*.md', 'docs/**/*.md'], { exclude: ['**/node_modules/**'] }).toSorted()
const read = (file: string) => readFileSync(file, 'utf8')

/** What a page links to or shows, addresses elsewhere aside. */
const linksOf = (page: string) =>
  [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to).filter((to) => !/^[a-z]+:/.test(to))

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
      ...read(page).matchAll(/`((?:bin|contract|domain|channels|server|web|sandbox|seed|e2e|bench|docs)\/[\w./-]+)`/g),
    ].map(([, path = '']) => path)
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })

  it('explain every setting, and no other', () => {
    const names = Object.keys(settings).toSorted()
    const explained = (file: string, pattern: RegExp) =>
      [...new Set([...read(file).matchAll(pattern)].map(([, name = '']) => name))].toSorted()
    expect(explained('.env.example', /^# ([A-Z_]+)=/gm)).toEqual(names)
    expect(explained('README.md', /^\| `([A-Z_]+)`/gm)).toEqual(names)
  })

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
