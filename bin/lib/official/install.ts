import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The libraries as their makers publish them. Square, Shopify, Google and eBay (tokens and notifications) publish their own. eBay has none for its Sell
 * APIs, Etsy and BigCommerce have none for Node: there it is the one that is used most.
 */
const versions = {
  square: '46.0.0',
  '@shopify/shopify-api': '15.0.0',
  '@googleapis/sheets': '18.1.1',
  '@googleapis/drive': '26.0.1',
  'ebay-oauth-nodejs-client': '1.2.2',
  'event-notification-nodejs-sdk': '1.0.3',
  'ebay-api': '10.0.1',
  'etsy-ts': '8.0.1',
  'node-bigcommerce': '4.1.0',
  standardwebhooks: '1.1.1',
} as const
export type Library = keyof typeof versions
export const nameOf = (library: Library): string => `${library} ${versions[library]}`

/** What a library exports. It is not described here: it is no dependency of Motto. */
export type Loaded = ReturnType<NodeJS.Require>
/** Loads a library of the folder. */
export type Load = (library: Library, path?: string) => Promise<Loaded>

/** Installs the libraries into a folder, where they are not yet. @returns how to load each */
export function install(folder: string): Load {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: versions }))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: 'inherit' })
  const { resolve } = createRequire(join(folder, 'package.json'))
  return async (library, path = '') => {
    const loaded: unknown = await import(pathToFileURL(resolve(`${library}${path}`)).href)
    return loaded
  }
}
