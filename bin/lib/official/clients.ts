import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { apps } from './account.ts'
import { walkBigCommerce } from './bigcommerce.ts'
import { walkEbay } from './ebay.ts'
import { walkEtsy } from './etsy.ts'
import { walkGoogle } from './google.ts'
import { type Library, install, nameOf } from './install.ts'
import { reroute } from './reroute.ts'
import { walkShopify } from './shopify.ts'
import { walkSquare } from './square.ts'
import { type Stand, openStand } from './stand.ts'

/*
 * `node bin/lib/official/clients.ts` installs channels' client libraries into a temporary folder, and lists, changes, sells and ships with each at the
 * sandbox, and verifies a call of it. None of them is changed, and none becomes a dependency. `--folder DIR` keeps them for the next time, `--only etsy,ebay`
 * walks with these alone.
 */
const { values: options } = parseArgs({ options: { folder: { type: 'string' }, only: { type: 'string' } } })

interface Walk {
  libraries: Library[]
  walk(stand: Stand, done: (step: string) => void): Promise<void>
}
const walks: Record<string, Walk> = {
  square: { libraries: ['square'], walk: walkSquare },
  shopify: { libraries: ['@shopify/shopify-api'], walk: walkShopify },
  google: { libraries: ['@googleapis/sheets', '@googleapis/drive'], walk: walkGoogle },
  ebay: { libraries: ['ebay-oauth-nodejs-client', 'event-notification-nodejs-sdk', 'ebay-api'], walk: walkEbay },
  etsy: { libraries: ['etsy-ts', 'standardwebhooks'], walk: walkEtsy },
  bigcommerce: { libraries: ['node-bigcommerce', 'standardwebhooks'], walk: walkBigCommerce },
}

const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'motto-official-'))
const stand = await openStand(install(folder), apps)
const { url } = stand.sandbox
reroute((host) => {
  if (/^(api|apiz|apim|auth)\.ebay\.com$/.test(host)) return `${url}/ebay`
  if (/^(openapi|api)\.etsy\.com$/.test(host)) return `${url}/etsy`
  if (/^(api|login)\.bigcommerce\.com$/.test(host)) return `${url}/bigcommerce`
  if (/^(www|sheets|oauth2)\.googleapis\.com$/.test(host)) return `${url}/csv`
  return host.endsWith('.myshopify.com') ? `${url}/shopify/${host}` : undefined
})
const only = options.only?.split(',')
for (const [name, { libraries, walk }] of Object.entries(walks)) {
  if (only && !only.includes(name)) continue
  const steps: string[] = []
  const outcome = await walk(stand, (step) => steps.push(step)).then(
    () => 'ok',
    (error: unknown) => {
      process.exitCode = 1
      const { stack, response } = error as { stack?: string; response?: { data?: unknown } }
      return `FAILED after ${steps.at(-1) ?? 'nothing'}: ${stack ?? String(error)} ${JSON.stringify(response?.data ?? '')}`
    },
  )
  console.log(`${name} (${libraries.map(nameOf).join(', ')}): ${steps.join(', ')}: ${outcome}`)
}
await stand.stop()
process.exit()
