import { readFileSync } from 'node:fs'
import type { APIResponse, Page } from 'playwright-core'
import { reopen } from './browser.ts'
import { choose } from './filled.ts'
import { until } from './wait.ts'

export interface CsvFile {
  name: string
  content: string | Buffer
}

/** A file of cups as a German spreadsheet saves it. */
export const goods = (rows: number) =>
  [
    'Artikelnummer;Bezeichnung;Preis;Menge;Farbe;Material;Vorlage;Bild',
    ...Array.from(
      { length: rows },
      (_, n) =>
        `TASSE-${String(n + 1).padStart(3, '0')};Tasse Nr. ${n + 1} – groß;${9 + n},50;${n};${n % 2 ? 'Blau' : 'Rot'};Ton;${n % 3 ? 'Mugs' : 'Bowls'};`,
    ),
  ].join('\r\n')

/** Chooses a file on the page that takes files. */
export const give = (page: Page, { name, content }: CsvFile) =>
  page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

/** Uploads a file of products and waits until its columns can be mapped. */
export async function upload(page: Page, url: string, file: CsvFile): Promise<number> {
  await reopen(page, `${url}/inventory/new?method=csv`)
  await give(page, file)
  await page.waitForURL('**/inventory/import/*')
  await page.getByRole('button', { name: 'Continue to Review' }).waitFor()
  return Number(new URL(page.url()).pathname.split('/').at(-1))
}

/** Goes on to the review, with one template for all rows where one is named. */
export async function review(page: Page, template?: string): Promise<void> {
  if (template) await choose(page, page, 'Template', template)
  await page.getByRole('button', { name: 'Continue to Review' }).click()
  await page.getByRole('table', { name: 'Rows of the file' }).waitFor()
}

/** What the review counts, by the names of its tabs. */
export const outcomes = async (page: Page): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await page.getByRole('group', { name: 'Rows to show' }).getByRole('button').allInnerTexts()).map((text) => {
      const [, name = '', n = ''] = /^(.*?)\s+([\d,]+)$/s.exec(text.trim()) ?? []
      return [name, Number(n.replaceAll(',', ''))]
    }),
  )

/** The rows of the review, cell by cell. */
export const rowsShown = (page: Page): Promise<string[][]> =>
  page
    .getByRole('table', { name: 'Rows of the file' })
    .locator('tbody > tr[data-row]')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim())))

/** One of the tabs above the rows of the review. */
export const tabNamed = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Rows to show' }).getByRole('button', { name })

/** Waits until an import is done, and stays with it. */
export async function imported(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stay here' }).click()
  await page.getByText(/ imported\.$/).waitFor()
}

/** Presses a link that leads to a file. */
export async function download(page: Page, link: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: link }).click()])
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

/** Rows for `importAtOnce` with two attributes: half of them have the first alone, a quarter both, a quarter none. */
export const plates = (count: number) =>
  Array.from({ length: count }, (_, n) => [`P-${n}`, `Plate ${n}`, n % 4 < 3 ? 'Red' : '', n % 4 === 2 ? 'Blue' : ''])

/** Makes products of a template in one request. @param rows the values of the fields and of the attributes */
export async function importAtOnce(
  page: Page,
  url: string,
  templateId: number,
  attributes: readonly string[],
  rows: readonly (readonly string[])[],
  fields: readonly string[] = ['sku', 'title'],
): Promise<unknown> {
  const content = [[...fields, ...attributes], ...rows].map((cells) => cells.join(',')).join('\n')
  const multipart = {
    file: { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(content) },
    fieldMappings: JSON.stringify(Object.fromEntries(fields.map((name) => [name, name]))),
    attributeMappings: JSON.stringify(Object.fromEntries(attributes.map((name) => [name, name]))),
  }
  const answer = await page.context().request.post(`${url}/api/v2/products/importCSV/${templateId}`, {
    multipart,
    timeout: 120_000,
  })
  const read = async (response: APIResponse) =>
    ((await response.json()) as { data: { id: number; state: string } }).data
  const first = await read(answer)
  // On a busy machine it answers before all is done.
  if (first.state !== 'applying') return first
  return until(
    `import ${first.id} is applied`,
    async () => {
      const record = await read(await page.context().request.get(`${url}/api/v2/imports/${first.id}`))
      return record.state === 'applying' ? undefined : record
    },
    120_000,
  )
}
