import { describe, expect, it } from 'vitest'
import { arrange, groupsOf, rankRecords, startsWithCommand } from './rank.ts'
import type { Command } from './store.ts'

const command = (label: string, group = 'Go to', synonyms?: string[]): Command => ({
  id: label,
  label,
  group,
  icon: 'search',
  ...(synonyms ? { synonyms } : {}),
  run: () => undefined,
})
const known = (label: string, ...names: string[]) => ({ item: command(label, ''), names })
const labelsOf = (commands: readonly Command[]) => commands.map(({ group, label }) => `${group}: ${label}`)

describe('what the palette lists', () => {
  const records = {
    products: [known('Mug', 'NL-1042'), known('Lamp', 'NL-10')],
    orders: [known('#11042', '11042', '26-1'), known('#1042', '1042', '26-2')],
    customers: [known('Jane', 'Jane', 'jane@example.com')],
    templates: [],
  }
  it('has products, orders, customers and templates in this order', () => {
    expect(labelsOf(rankRecords('04', records))).toEqual([
      'Products: Mug',
      'Products: Lamp',
      'Orders: #11042',
      'Orders: #1042',
      'Customers: Jane',
    ])
  })
  it('begins with the kind, and in it with the record, that is called exactly so', () => {
    expect(labelsOf(rankRecords(' 1042', records)).slice(0, 3)).toEqual([
      'Orders: #1042',
      'Orders: #11042',
      'Products: Mug',
    ])
    expect(labelsOf(rankRecords('nl-10', records))[0]).toBe('Products: Lamp')
    expect(labelsOf(rankRecords('JANE@example.com', records))[0]).toBe('Customers: Jane')
  })
  it('calls them recent while nothing is typed', () => {
    expect(labelsOf(rankRecords('', records))[0]).toBe('Recent products: Mug')
  })
  const commands = [
    command('Orders'),
    command('New Order', 'Actions'),
    command('Switch theme', 'Actions', ['dark mode']),
    { ...command('Refund an order', 'Actions', ['money back']), hidden: true as const },
    { ...command('Delete TEE-1', 'This product'), here: true as const },
  ]
  const template = command('Import for orders', 'Templates')
  it('has pages and actions ahead of records, whatever the records are called', () => {
    expect(labelsOf(arrange('order', [template], commands))).toEqual([
      'Go to: Orders',
      'Actions: New Order',
      'Actions: Refund an order',
      'Templates: Import for orders',
    ])
    expect(startsWithCommand('order', commands)).toBe(true)
  })
  it('has records first for a number or an email address, but for a page that is called exactly so', () => {
    const order = command('Order 7', 'Orders')
    expect(labelsOf(arrange('order 7', [order], [...commands, command('Order 71')]))).toEqual([
      'Orders: Order 7',
      'More: Order 71',
    ])
    expect(labelsOf(arrange('order 71', [order], [...commands, command('Order 71')]))[0]).toBe('Go to: Order 71')
    expect([startsWithCommand('order 7', commands), startsWithCommand('jane@', commands)]).toEqual([false, false])
  })
  it('has what was perhaps mistyped after records', () => {
    expect(labelsOf(arrange('ordre', [template], commands))).toEqual([
      'Templates: Import for orders',
      'More: Orders',
      'More: New Order',
      'More: Refund an order',
    ])
    expect(startsWithCommand('ordre', commands)).toBe(false)
  })
  it('has at most 6 pages and actions ahead of records', () => {
    const many = Array.from({ length: 8 }, (_, at) => command(`Go ${'abcdefgh'[at]}`))
    const listed = labelsOf(arrange('go', [template], many))
    expect(listed.indexOf('Templates: Import for orders')).toBe(6)
    expect(listed.slice(7)).toEqual(['More: Go g', 'More: Go h'])
  })
  it('begins with what the page offers while nothing is typed, and leaves out what needs another page', () => {
    expect(labelsOf(arrange(' ', [template], commands))).toEqual([
      'This product: Delete TEE-1',
      'Templates: Import for orders',
      'Go to: Orders',
      'Actions: New Order',
      'Actions: Switch theme',
    ])
  })
  it('finds by synonyms, after those by name', () => {
    const both = [command('Switch theme', 'Actions', ['order']), command('Orders')]
    expect(labelsOf(arrange('order', [], both))).toEqual(['Go to: Orders', 'Actions: Switch theme'])
  })
  it('keeps each group together', () => {
    expect(
      groupsOf([command('a', '1'), command('b', '2'), command('c', '1')]).map(({ group, items }) => [
        group,
        items.length,
      ]),
    ).toEqual([
      ['1', 2],
      ['2', 1],
    ])
  })
})
