import Papa from 'papaparse'
import { beforeAll } from 'vitest'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../setup/app.ts'

/** The cells of a file, after its byte order mark. */
export const cellsOf = (raw: Buffer) =>
  Papa.parse<string[]>(raw.toString().slice(1).trimEnd(), { delimiter: ',', newline: '\r\n' }).data
/** The rows of a file by the names of its columns; blanks are left out. */
export function rowsOf(raw: Buffer): Record<string, string>[] {
  const [header = [], ...rows] = cellsOf(raw)
  return rows.map((row) =>
    Object.fromEntries(header.map((name, at) => [name, row[at] ?? '']).filter(([, cell]) => cell !== '')),
  )
}
export const skusOf = (raw: Buffer) => rowsOf(raw).map((row) => row.sku)

/** An app of its own for the whole file, and sellers with a template and products of these SKUs. */
export function exportsApp() {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })

  async function shop(skus: readonly string[]) {
    const seller = await makeSeller(app.services)
    const template = await makeTemplate(seller.ctx, {
      name: 'Mugs',
      attributes: [{ name: 'Color', options: ['Blue', 'Red, deep'] }, { name: 'Title' }],
      variations: ['Color'],
    })
    const ids: number[] = []
    for (const [at, sku] of skus.entries())
      ids.push((await makeProduct(seller.ctx, template.id, { sku, price: 1000 + at })).id)
    return { ...seller, template, ids }
  }

  return { app: () => app, shop }
}
