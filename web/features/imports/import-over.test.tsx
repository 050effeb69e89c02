// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { away, theOne, show } from '#web/testing/screen.tsx'
import { ImportOver } from './import-over.tsx'
import type { Import } from './upload.ts'

afterEach(away)

it.each([
  ['of products', { kind: 'products', integrationId: null }, 'Import another file', '/inventory/new?method=csv'],
  ['of templates', { kind: 'templates', integrationId: null }, 'Import another file', '/templates/new?method=csv'],
  ['from a channel', { kind: 'products', integrationId: 5 }, 'Existing listings', '/adopt/5?tab=new'],
])('an import %s that failed leads to where the next one is begun', async (_, source, label, address) => {
  const failed = { id: 7, fileName: 'new.csv', state: 'failed', error: 'No rows.', changeSetId: null, applied: {} }
  const channel = source.integrationId === null ? null : 'ebay'
  show(<ImportOver record={{ ...failed, ...source, channel } as unknown as Import} justNow={false} />)
  expect((await theOne('link', label)).getAttribute('href')).toBe(address)
})
