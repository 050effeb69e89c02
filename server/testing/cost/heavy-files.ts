import { importFields } from '#contract/imports.ts'
import { heavyText } from './heaviest.ts'

/* Files of a seller that are each legal, and as much work as a file of their kind may be. */

const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))
const long = (length: number, part = 'a clay mug, ') => part.repeat(Math.ceil(length / part.length)).slice(0, length)
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const table = (header: readonly string[], rows: readonly string[][]) =>
  [header, ...rows].map((cells) => cells.map(quoted).join(',')).join('\r\n')

const LONG = 1_900_000
const markup = `<p>${'<b style="color:red">x</b> '.repeat(1000)}</p>`

export interface HeavyFile {
  kind?: 'templates'
  content: () => string
}

export const heavyFiles: Record<string, HeavyFile> = {
  'one product of many rows': {
    content: () =>
      table(
        ['sku', 'parent sku', 'title', 'size'],
        many(30_000, (n) => [`S-${n}`, 'P-1', 'Mug', `s${n}`]),
      ),
  },
  'cells as long as they may be': {
    content: () =>
      table(
        ['sku', 'title', 'description', 'notes'],
        many(4, (n) => [`L-${n}`, long(1000), long(LONG), long(LONG)]),
      ),
  },
  'long lists of tags and pictures': {
    content: () =>
      table(
        ['sku', 'title', 'tags', 'images'],
        many(4, (n) => [`T-${n}`, 'Mug', long(LONG, '" '), long(LONG, ',;')]),
      ),
  },
  'long texts where numbers and sizes belong': {
    content: () =>
      table(
        ['sku', 'title', 'price', 'quantity', 'weight', 'size'],
        many(4, (n) => [
          `N-${n}`,
          'Mug',
          '1'.repeat(900_000),
          '1 '.repeat(400_000),
          `${'1'.repeat(900_000)}e`,
          '1'.repeat(900_000),
        ]),
      ),
  },
  'blanks in its first rows': {
    content: () =>
      table(
        ['sku', 'title'],
        many(2, (n) => [`B-${n}`, `${' '.repeat(LONG)}x`]),
      ),
  },
  'many columns': {
    content: () =>
      table(
        ['sku', 'title', ...many(16_000, (n) => `Column name ${n}`)],
        many(20, (n) => [`C-${n}`, 'Mug', ...many(16_000, (k) => `value ${k % 7} of ${n}`)]),
      ),
  },
  'much markup': {
    content: () =>
      table(
        ['sku', 'title', 'description'],
        many(60, (n) => [`M-${n}`, 'Mug', markup]),
      ),
  },
  'long descriptions': {
    content: () =>
      table(
        ['sku', 'title', 'description', 'notes'],
        many(24, (n) => [`D-${n}`, 'Mug', long(490_000), long(99_000)]),
      ),
  },
  'many variations': {
    content: () =>
      table(
        ['sku', 'parent sku', 'title', 'size', 'quantity'],
        many(8, (p) => [
          [`V-${p}`, '', 'Mug', '', ''],
          ...many(250, (n) => [`V-${p}-${n}`, `V-${p}`, 'Mug', heavyText(900) + n, '5']),
        ]).flat(),
      ),
  },
  'something in each column': {
    content: () =>
      table(
        importFields,
        many(100, (n) => importFields.map((field) => (field === 'sku' ? `A-${n}` : long(3000)))),
      ),
  },
  'BigCommerce options without an end': {
    content: () =>
      table(
        ['Item', 'ID', 'Name', 'Type', 'SKU', 'Options', 'Inventory Tracking'],
        many(2, (n) => [
          ['Product', `${n}`, 'Mug', 'physical', `BC-${n}`, '', 'variant'],
          ['Variant', '', '', '', `BC-${n}-1`, `Type=Swatch|Name=Size|Value=${' '.repeat(LONG)}x`, ''],
        ]).flat(),
      ),
  },
  'an Etsy listing of two long lists of choices': {
    content: () =>
      table(
        [
          'TITLE',
          'DESCRIPTION',
          'PRICE',
          'CURRENCY_CODE',
          'QUANTITY',
          'TAGS',
          'VARIATION 1 TYPE',
          'VARIATION 1 NAME',
          'VARIATION 1 VALUES',
          'VARIATION 2 TYPE',
          'VARIATION 2 NAME',
          'VARIATION 2 VALUES',
          'SKU',
        ],
        [
          [
            'Mug',
            'Clay',
            '5',
            'USD',
            '5',
            '',
            'Size',
            'Size',
            many(9000, (n) => `s${n}`).join(','),
            'Color',
            'Color',
            many(9000, (n) => `c${n}`).join(','),
            'E-1',
          ],
        ],
      ),
  },
  'templates with long lists of options': {
    kind: 'templates',
    content: () =>
      table(
        ['name', 'description', 'tags', 'Color', 'Size'],
        many(4, (n) => [`Template ${n}`, 'Mugs', long(600_000, '" '), long(LONG, 'red,'), long(900_000, ',')]),
      ),
  },
}
