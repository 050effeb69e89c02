import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { channelIds } from '#contract/channels/names.ts'
import { contractOfTheBrowser } from './vite.config.ts'

/** What a page with this script loads. */
async function bundle(code: string): Promise<string> {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === 'entry' ? `${import.meta.dirname}/entry.js` : null),
    load: (id: string) => (id.endsWith('/entry.js') ? code : null),
  }
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, contractOfTheBrowser()],
    build: { write: false, minify: false, rolldownOptions: { input: 'entry', preserveEntrySignatures: 'strict' } },
  })
  return (built as Rolldown.RolldownOutput).output.map((file) => (file.type === 'chunk' ? file.code : '')).join('')
}

describe('the contract in the browser', () => {
  it('is how to call, without schemas and zod', async () => {
    const code = await bundle(
      "export { updateProduct } from '#contract/products/products.ts'; export { planImport } from '#contract/imports.ts'",
    )
    expect(code).toMatch(/method: "POST",\s+path: "\/products\/update"/)
    expect(code).toMatch(/changes: \["products", "listings"\]/)
    expect(code).toMatch(/path: "\/imports\/\{id\}\/plan"/)
    expect(code).not.toMatch(/zod|ZodObject/i)
  })

  it('has a schema where something parses with it', async () => {
    const code = await bundle(
      "import { SizeAndWeight } from '#contract/shapes.ts'; export const made = SizeAndWeight.parse({})",
    )
    expect(code).toContain('ZodObject')
    const { made } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { made: object }
    expect(made).toEqual({ weightUnit: 'lb', sizeUnit: 'in', weight: null, width: null, length: null, height: null })
  })
})

/** Of each page, the modules that its route loads, and the most script in kB, gzipped, on the way to it. What comes after it, such as the grid or the editor of descriptions, is not counted. */
const budgets: readonly (readonly [page: string, most: number, modules: readonly string[]])[] = [
  ['/login', 92, ['outside/mount.tsx', 'features/accounts/login-page.tsx']],
  ['/dashboard', 281, ['inside.tsx', 'features/organizations/dashboard-page.tsx']],
  ['/inventory', 300, ['inside.tsx', 'features/inventory/inventory-page.tsx']],
  [
    '/product/1',
    311,
    ['inside.tsx', 'features/products/page/product-page.tsx', 'features/products/page/product-tab.tsx'],
  ],
  ['/orders', 283, ['inside.tsx', 'features/orders/list/orders-page.tsx']],
]

/** A style file of Mantine without blanks: it indents the same rules in different ways. */
const bare = (file: string) =>
  readFileSync(`${import.meta.dirname}/node_modules/@mantine/core/${file}`, 'utf8').replaceAll(/\s+/g, '')

const chunks = new Map<string, Rolldown.OutputChunk>()
const documents = new Map<string, string>()

describe('the build', () => {
  beforeAll(async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const built = (await build({
      configFile: `${import.meta.dirname}/vite.config.ts`,
      logLevel: 'silent',
      build: { write: false },
    })) as Rolldown.RolldownOutput
    for (const file of built.output)
      if (file.type === 'chunk') chunks.set(file.fileName, file)
      else if (/^[\w-]+\.(html|json)$/.test(file.fileName)) documents.set(file.fileName, String(file.source))
    vi.unstubAllEnvs()
  }, 120_000)

  it('has the styles of each component of Mantine that it has, of no other, and in their order', () => {
    const ids = [...chunks.values()].flatMap(({ moduleIds }) => moduleIds)
    const used = ids.flatMap((id) => /@mantine\/core\/esm\/.*?(\w+)\.module\.mjs$/.exec(id)?.[1] ?? [])
    const all = bare('styles.css')
    const place = (name: string) => all.indexOf(bare(`styles/${name}.css`))
    const names = ['baseline', 'default-css-variables', 'global', ...new Set(used)]
    expect(names.filter((name) => place(name) < 0)).toEqual([])
    const loaded = readFileSync(`${import.meta.dirname}/web/ui/theme/mantine.css`, 'utf8').matchAll(
      /core\/styles\/([\w-]+)\./g,
    )
    expect([...loaded].map(([, name]) => name)).toEqual(names.toSorted((a, b) => place(a) - place(b)))
  })

  /** Its file and whatever that imports. */
  function loaded(file: string, seen = new Map<string, number>()): Map<string, number> {
    const chunk = chunks.get(file)
    if (!chunk || seen.has(file)) return seen
    seen.set(file, gzipSync(chunk.code, { level: 9 }).length / 1000)
    for (const next of chunk.imports) loaded(next, seen)
    return seen
  }
  const fileOf = (module: string) =>
    [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${module}`)))?.fileName
  const scriptOf = (modules: readonly string[]) => {
    const files = new Map<string, number>()
    for (const module of ['main.tsx', ...modules]) {
      const file = fileOf(module)
      expect(file, module).toBeDefined()
      loaded(file ?? '', files)
    }
    return files
  }

  it.each(budgets)('the script of %s is at most %i kB', (_, most, modules) => {
    const files = [...scriptOf(modules)].toSorted(([, a], [, b]) => b - a)
    const sum = files.reduce((total, [, kb]) => total + kb, 0)
    const largest = files.slice(0, 12).map(([file, kb]) => `${kb.toFixed(1)} kB ${file}`)
    expect(sum, largest.join('\n')).toBeLessThanOrEqual(most)
  })

  it.each(budgets.map(([page]) => page))(
    'the script of %s holds no zod, editor, grid or description of a channel',
    (page) => {
      const modules = budgets.find(([name]) => name === page)?.[2] ?? []
      const ids = [...scriptOf(modules).keys()].flatMap((file) => chunks.get(file)?.moduleIds ?? [])
      const heavy = new RegExp(
        `node_modules/(zod|@tiptap|prosemirror|ag-grid)|contract/channels/(${channelIds.join('|')})\\.ts`,
      )
      expect(ids.filter((id) => heavy.test(id))).toEqual([])
    },
  )

  const documentOf = (address: string) => {
    const pages = JSON.parse(documents.get('pages.json') ?? '[]') as [pattern: string, file: string][]
    return documents.get(pages.find(([pattern]) => new RegExp(pattern).test(address))?.[1] ?? 'inside.html') ?? ''
  }
  it.each(budgets.slice(1))(
    'the document of %s names all that its page loads, and none loads twice',
    (page, _, modules) => {
      const html = documentOf(page)
      const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file)
      expect([...scriptOf(modules).keys()].filter((file) => !named.includes(file))).toEqual([])
      expect(new Set(named).size).toBe(named.length)
      for (const [other, , its] of budgets)
        if (other !== page) expect(html, other).not.toContain(`"/${fileOf(its.at(-1) ?? '')}"`)
    },
  )

  it('a tab has a document of its own, a page that no address leads to has that of the shell', () => {
    const tab = fileOf('routes/products/tabs.tsx') ?? ''
    expect(documentOf('/product/7/publish/ebay')).toContain(`"/${tab}"`)
    expect(documentOf('/product/7')).not.toContain(`"/${tab}"`)
    expect(documentOf('/inventory/new')).toBe(documentOf('/inventory/new/12'))
    expect(documentOf('/nowhere/at/all')).toBe(documents.get('inside.html'))
  })
})
