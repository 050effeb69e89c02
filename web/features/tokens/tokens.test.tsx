// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { listAccounts } from '#contract/integrations/integrations.ts'
import { roles } from '#contract/permissions.ts'
import { createToken, listTokens, revokeToken, updateToken } from '#contract/tokens/tokens.ts'
import { fakeServer, ok } from '#web/testing/fake-server.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, choose, press, says, text, theOne, type, until } from '#web/testing/screen.tsx'
import { agentSettings } from './connect-agent.tsx'
import { readNetworks, scopeWord, stateOf } from './token-words.ts'

const server = fakeServer()
const erp = {
  id: 3,
  name: 'ERP',
  kind: 'organization' as const,
  usedBy: 'program' as const,
  hint: 'motto_org_…x7Qa',
  scopes: ['products:write' as const, 'orders:read' as const],
  integrationIds: null,
  networks: [],
  budget: { productsPerDay: 50, unitsPerDay: 100, moneyPerDay: 500, pricePercent: 20 },
  createdBy: 1,
  createdByName: 'Dana',
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
  lastUsedFrom: '',
  revokedAt: null,
}
const shops = [
  { id: 7, channel: 'ebay' as const, account: 'fine-shirts', authenticated: true },
  { id: 8, channel: 'etsy' as const, account: 'FineShirts', authenticated: true },
]
const open = (roleId: number = roles.admin) => {
  server.answer(listAccounts, shops)
  return renderPage('/account/tokens', { roleId })
}

describe('the page of API tokens', () => {
  it('says what a token is for where there are none', async () => {
    server.answer(listTokens, [])
    await open()
    await says('No API tokens yet')
    await says('You choose what it can do.')
  })
  it('offers to load again where the list did not come', async () => {
    server.fail(listTokens, 'forbidden')
    await open()
    await theOne('button', 'Try again')
  })
  it('a token is created with what was chosen, and shown once', async () => {
    server.answer(listTokens, [])
    server.answer(createToken, { secret: 'motto_org_secret', token: erp })
    await open()
    await press('button', 'Create token')
    const dialog = await theOne('dialog', 'Create API token')
    await type('Name', 'ERP', dialog)
    await choose('Belongs to', 'The organization')
    await says('This token keeps working when you leave the organization.')
    await choose('Expires in', 'Never')
    await press('checkbox', 'Create and edit products, stock and images', dialog)
    await type('Allowed addresses (optional)', '203.0.113.0/24, 198.51.100.7', dialog)
    server.answer(listTokens, [erp])
    await press('button', 'Create token', dialog)
    await says('motto_org_secret')
    expect(server.calls(createToken).map(({ body }) => body)).toEqual([
      {
        name: 'ERP',
        kind: 'organization',
        usedBy: 'program',
        scopes: ['products:write'],
        integrationIds: null,
        expiresInDays: null,
        networks: ['203.0.113.0/24', '198.51.100.7'],
      },
    ])
    await press('button', 'I’ve saved this token')
    await until(() => !text().includes('motto_org_secret'))
    await theOne('button', 'Revoke ERP')
  })
  it('a token can be limited to some accounts, and then covers nothing of all accounts', async () => {
    server.answer(listTokens, [])
    server.answer(createToken, { secret: 'motto_pat_secret', token: { ...erp, integrationIds: [8] } })
    await open()
    await press('button', 'Create token')
    const dialog = await theOne('dialog', 'Create API token')
    await type('Name', 'Etsy helper', dialog)
    await press('checkbox', 'See sales and stock figures', dialog)
    await press('checkbox', 'Create, ship and edit orders', dialog)
    await choose('Accounts', 'Only some accounts')
    expect(all('checkbox', 'See sales and stock figures', dialog)).toEqual([])
    const create = (await theOne('button', 'Create token', dialog)) as HTMLButtonElement
    expect(create.disabled).toBe(true)
    await press('checkbox', 'Etsy (FineShirts)', dialog)
    await says('The token can’t see or change listings, orders, prices, mappings and settings of your other accounts.')
    server.answer(listTokens, [{ ...erp, integrationIds: [8] }])
    await press('button', 'Create token', dialog)
    await says('motto_pat_secret')
    expect(server.calls(createToken)[0]?.body).toMatchObject({ scopes: ['orders:write'], integrationIds: [8] })
    await press('button', 'I’ve saved this token')
    await says('Only Etsy (FineShirts)')
  })
  it('a token for an AI agent has a budget that can be chosen and changed', async () => {
    const agent = { ...erp, name: 'Helper', usedBy: 'agent' as const }
    server.answer(listTokens, [])
    server.answer(createToken, { secret: 'motto_pat_secret', token: agent })
    await open()
    await press('button', 'Create token')
    const dialog = await theOne('dialog', 'Create API token')
    await type('Name', 'Helper', dialog)
    await press('checkbox', 'Change channel settings, pull orders', dialog)
    await choose('Used by', 'An AI agent')
    expect(all('checkbox', 'Change channel settings, pull orders', dialog)).toEqual([])
    await theOne('checkbox', 'Create, ship and edit orders', dialog)
    await type('Products', '5', dialog)
    await press('checkbox', 'Create and edit products, stock and images', dialog)
    server.answer(listTokens, [agent])
    await press('button', 'Create token', dialog)
    await says('motto_pat_secret')
    expect(server.calls(createToken)[0]?.body).toMatchObject({
      usedBy: 'agent',
      scopes: ['products:write'],
      budget: { productsPerDay: 5, unitsPerDay: 100, moneyPerDay: 50_000, pricePercent: 20 },
    })
    await press('button', 'I’ve saved this token')
    await press('button', 'Budget of Helper')
    const budget = await theOne('dialog', 'Budget of Helper')
    await type('Largest price change (%)', '10', budget)
    server.answer(updateToken, agent)
    await press('button', 'Save budget', budget)
    await says('Budget saved')
    expect(server.calls(updateToken)[0]?.body).toMatchObject({ budget: { productsPerDay: 50, pricePercent: 10 } })
  })
  it('the page shows the settings that connect an AI agent', async () => {
    server.answer(listTokens, [])
    await open()
    await says('Connect an AI agent')
    const settings = JSON.parse(agentSettings('https://motto.example.com'))
    expect(settings.mcpServers.motto).toEqual({
      type: 'http',
      url: 'https://motto.example.com/mcp',
      headers: { Authorization: 'Bearer YOUR_TOKEN' },
    })
    await theOne('button', 'Copy settings')
  })
  it('a guest is offered what a guest may see, for themselves and with an end', async () => {
    server.answer(listTokens, [])
    await open(roles.guest)
    await press('button', 'Create token')
    const dialog = await theOne('dialog', 'Create API token')
    await theOne('checkbox', 'See products, stock, images and history', dialog)
    expect(all('checkbox', 'Create and edit products, stock and images', dialog)).toEqual([])
    expect(all('field', 'Belongs to', dialog)).toEqual([])
  })
  it('a refusal is shown where it belongs, and what was typed stays', async () => {
    server.answer(listTokens, [])
    server.fail(createToken, 'invalid_input', {
      message: 'home isn’t an IP address or network.',
      fields: { networks: 'home isn’t an IP address or network.' },
    })
    await open()
    await press('button', 'Create token')
    const dialog = await theOne('dialog', 'Create API token')
    await type('Name', 'ERP', dialog)
    await press('checkbox', 'See products, stock, images and history', dialog)
    await type('Allowed addresses (optional)', 'home', dialog)
    await press('button', 'Create token', dialog)
    await says('home isn’t an IP address or network.', dialog)
    expect(((await theOne('field', 'Name', dialog)) as HTMLInputElement).value).toBe('ERP')
  })
  it('a token is revoked after a question', async () => {
    server.answer(listTokens, [erp])
    server.answer(revokeToken, ok)
    await open()
    await says('motto_org_…x7Qa')
    await says('Edit products, Read orders')
    await press('button', 'Revoke ERP')
    const dialog = await theOne('dialog', 'Revoke ERP?')
    server.answer(listTokens, [{ ...erp, revokedAt: '2026-11-21T10:00:00.000Z' }])
    await press('button', 'Revoke token', dialog)
    await until(() => all('button', 'Revoke ERP').length === 0)
    expect(server.calls(revokeToken).map(({ params }) => params)).toEqual([{ id: 3 }])
  })
})

describe('the words of a token', () => {
  it('a scope is a verb and what it is about', () => {
    expect(scopeWord('products:delete-many')).toBe('Bulk-delete products')
    expect(scopeWord('people:read')).toBe('Read audit log')
  })
  it('a token ends at its time, and a revoked one is revoked whatever its time', () => {
    const at = '2026-11-20T10:00:00.000Z'
    const now = Date.parse(at)
    expect(stateOf({ expiresAt: at, revokedAt: null }, now)).toBe('expired')
    expect(stateOf({ expiresAt: at, revokedAt: null }, now - 1)).toBe('active')
    expect(stateOf({ expiresAt: null, revokedAt: at }, now)).toBe('revoked')
  })
  it('networks are separated by commas or spaces', () =>
    expect(readNetworks(' 10.0.0.0/8,\n192.0.2.1  ')).toEqual(['10.0.0.0/8', '192.0.2.1']))
})
