import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { channelOf } from '#channels/registry.ts'
import { accesses } from '#contract/channels/access.ts'
import type { BuiltId } from '#contract/channels/names.ts'
import { settings } from '#server/settings.ts'

const ids = Object.keys(accesses) as BuiltId[]
const guideOf = (id: string) => readFileSync(`docs/channels/${id}.md`, 'utf8')
const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(/[\s=]+/))

/** What the settings of a channel begin with: `EBAY`. */
const prefixOf = (id: BuiltId) => accesses[id].clientId.setting.split('_')[0] ?? ''
const settingsOf = (id: BuiltId) =>
  Object.keys(settings).filter(
    (name) =>
      name.startsWith(`${prefixOf(id)}_`) &&
      // Google's drive has keys of its own, for choosing images.
      !['GOOGLE_API_KEY', 'GOOGLE_DRIVE_CLIENT_ID'].includes(name),
  )

describe.each(ids)('the guide of %s', (id) => {
  const guide = guideOf(id)
  const codes = new Set(quoted(guide))

  it('names every setting of the channel', () => {
    expect(settingsOf(id).filter((name) => !codes.has(name))).toEqual([])
  })

  it('names no setting that there is not', () => {
    const named = [...guide.matchAll(/\b[A-Z]+_(?:[A-Z]+_)*(?:ID|SECRET|URL|KEY|AUTH|RUNAME|SUGGESTIONS)\b/g)]
    expect([...new Set(named.map(([name]) => name))].filter((name) => !(name in settings))).toEqual([])
  })

  it('names the redirect address and every permission that is asked for', () => {
    expect(guide).toContain(`\`PUBLIC_URL/oauth/${id}\``)
    const scopes = channelOf(id).connect.oauth?.scopes ?? []
    const isNamed = (scope: string) => codes.has(scope) || codes.has(scope.replace(/^https:.*\/(?=[^/]+$)/, ''))
    // BigCommerce's page calls them by the words of its form.
    if (id !== 'bigcommerce') expect(scopes.filter((scope) => !isNamed(scope))).toEqual([])
  })
})
