/** Invented: what a small shop has before any app touches it. */
export const sellerLocations = [
  {
    name: 'Main warehouse',
    fulfillsOnlineOrders: true,
    address: {
      address1: '150 Elgin Street',
      city: 'Portland',
      province: 'Oregon',
      provinceCode: 'OR',
      country: 'United States',
      countryCode: 'US',
      zip: '97205',
      phone: '+15035550140',
    },
  },
  {
    name: 'Downtown store',
    fulfillsOnlineOrders: true,
    address: {
      address1: '8 Market Square',
      city: 'Seattle',
      province: 'Washington',
      provinceCode: 'WA',
      country: 'United States',
      countryCode: 'US',
      zip: '98101',
      phone: '+12065550111',
    },
  },
]
export const sellerPublications = ['Online Store', 'Point of Sale', 'Shop']
export const sellerCollections = [
  'Home page',
  'New arrivals',
  'Best sellers',
  'Summer',
  'Winter',
  'Women',
  'Men',
  'Kids',
  'Accessories',
  'Shoes',
  'Home & Living',
  'Gifts',
  'Sale',
]

export interface Buyer {
  firstName: string
  lastName: string
  address1: string
  city: string
  province: string
  provinceCode: string
  zip: string
  phone: string
}
const firstBuyer: Buyer = {
  firstName: 'Amelia',
  lastName: 'Hart',
  address1: '27 Linden Avenue',
  city: 'Austin',
  province: 'Texas',
  provinceCode: 'TX',
  zip: '78704',
  phone: '+15125550123',
}
/** Invented; the telephone numbers are of the range that is kept for fiction. */
const buyers: Buyer[] = [
  firstBuyer,
  {
    firstName: 'Noah',
    lastName: 'Brandt',
    address1: '910 Harbor Road',
    city: 'Boston',
    province: 'Massachusetts',
    provinceCode: 'MA',
    zip: '02110',
    phone: '+16175550177',
  },
  {
    firstName: 'Priya',
    lastName: 'Nair',
    address1: '44 Juniper Court',
    city: 'San Jose',
    province: 'California',
    provinceCode: 'CA',
    zip: '95112',
    phone: '+14085550162',
  },
  {
    firstName: 'Luis',
    lastName: 'Ortega',
    address1: '305 Mission Lane',
    city: 'Tucson',
    province: 'Arizona',
    provinceCode: 'AZ',
    zip: '85701',
    phone: '+15205550109',
  },
  {
    firstName: 'Grace',
    lastName: 'Okafor',
    address1: '12 Willow Bend',
    city: 'Raleigh',
    province: 'North Carolina',
    provinceCode: 'NC',
    zip: '27601',
    phone: '+19195550184',
  },
]

export const buyerOf = (order: number): Buyer => buyers[order % buyers.length] ?? firstBuyer
