import { describe, expect, it } from 'vitest'
import { arrange, groupsOf, isNamed, rankRecords } from './rank.ts'
import type { Command } from './store.ts'

const command = (label: string, group = 'Go to', keywords?: string[]): Command => ({
  id: label,
  label,
  group,
  icon: 'search',
  ...(keywords ? { keywords } : {}),
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
  const commands = [command('Orders'), command('New Order', 'Actions'), command('Switch', 'Actions', ['theme'])]
  it('has records ahead of pages and actions, but for one that is called exactly so', () => {
    const order = command('Order of Jane', 'Orders')
    expect(labelsOf(arrange('order', [order], commands))).toEqual([
      'Orders: Order of Jane',
      'Go to: Orders',
      'Actions: New Order',
    ])
    expect(labelsOf(arrange('orders', [order], commands))).toEqual(['Go to: Orders', 'Orders: Order of Jane'])
    expect([isNamed('Orders ', commands), isNamed('order', commands)]).toEqual([true, false])
  })
  it('finds by other words, too, after those by name', () => {
    expect(labelsOf(arrange('theme', [], commands))).toEqual(['Actions: Switch'])
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
