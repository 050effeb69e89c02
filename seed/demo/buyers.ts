import type { ChannelAddress } from '#channels/channel.ts'
import type { Random } from './random.ts'

// Invented people. The towns are real so that addresses look like ones; the phone numbers are of the range kept for fiction.
const first =
  'Amelia Andre Beatrix Caleb Camila Daniel Delphine Elias Esther Farah Gideon Hana Ingrid Isaac Jonah Keiko Lena Luis Maren Mateo Nadia Noor Oscar Petra Priya Quentin Rosa Samir Tess Theo Ulla Victor Wren Yusuf Zora'.split(
    ' ',
  )
const last =
  'Abbott Achebe Bauer Castillo Dunne Eriksen Fontaine Garza Hollis Ibarra Jensen Kimura Lindgren Marsh Nakamura Okafor Pereira Quist Rahman Sorensen Tanner Ueda Vance Whitlock Yamada Zeller'.split(
    ' ',
  )
const streets = [
  'Alder St',
  'Birch Ave',
  'Cedar Ln',
  'Division St',
  'Elm Ct',
  'Foundry Rd',
  'Grove St',
  'Harbor Dr',
  'Juniper Way',
  'Lakeview Blvd',
  'Mill Rd',
  'Orchard Ln',
  'Pine St',
  'Quarry Rd',
  'Spring St',
]
const towns = [
  ['Portland', 'OR', '97214'],
  ['Seattle', 'WA', '98103'],
  ['Boise', 'ID', '83702'],
  ['Denver', 'CO', '80205'],
  ['Austin', 'TX', '78704'],
  ['Chicago', 'IL', '60647'],
  ['Madison', 'WI', '53703'],
  ['Minneapolis', 'MN', '55408'],
  ['Columbus', 'OH', '43215'],
  ['Pittsburgh', 'PA', '15206'],
  ['Richmond', 'VA', '23220'],
  ['Asheville', 'NC', '28801'],
  ['Atlanta', 'GA', '30312'],
  ['Burlington', 'VT', '05401'],
  ['Providence', 'RI', '02906'],
  ['Brooklyn', 'NY', '11215'],
  ['Oakland', 'CA', '94609'],
  ['San Diego', 'CA', '92104'],
  ['Tucson', 'AZ', '85705'],
  ['Santa Fe', 'NM', '87501'],
] as const

export interface Buyer {
  name: string
  email: string
  phone: string
  address: ChannelAddress
}

export function makeBuyer(random: Random): Buyer {
  const name = `${random.pick(first)} ${random.pick(last)}`
  const [city, region, postalCode] = random.pick(towns)
  const phone = `(${random.between(201, 989)}) 555-01${String(random.between(0, 99)).padStart(2, '0')}`
  const second = random.next() < 0.2 ? { line2: `Apt ${random.between(1, 24)}` } : {}
  return {
    name,
    phone,
    email: `${name.toLowerCase().replace(' ', '.')}@buyers.example`,
    address: {
      name,
      phone,
      line1: `${random.between(12, 4800)} ${random.pick(streets)}`,
      ...second,
      city,
      region,
      postalCode,
      country: 'US',
    },
  }
}
