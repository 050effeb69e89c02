import { build, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
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
      "export { updateProduct } from '#contract/products.ts'; export { planImport } from '#contract/imports.ts'",
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
