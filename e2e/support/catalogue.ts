import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'

export interface CatalogueRow {
  title: string
  description: string
  vendor: string
  tags: string
  price: string
}
const file = join(process.env.SAMPLES ?? '../shared/samples', 'shopify-apparel.csv')

/** A row of a real shop's catalogue; where the samples are not at hand, one made up in the same shape. */
export function catalogueRow(at = 0): CatalogueRow {
  if (!existsSync(file))
    return {
      title: 'Harbour Blue Shirt',
      description: 'A blue cotton shirt with long sleeves.',
      vendor: 'Harbour',
      tags: 'men',
      price: '50',
    }
  const { data } = Papa.parse<Record<string, string>>(readFileSync(file, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  })
  const row = data.filter((r) => r.Title)[at]
  if (!row) throw new Error(`${file} has no row ${at}`)
  return {
    title: row.Title ?? '',
    description: row['Body (HTML)'] ?? '',
    vendor: row.Vendor ?? '',
    tags: row.Tags ?? '',
    price: row['Variant Price'] ?? '0',
  }
}
