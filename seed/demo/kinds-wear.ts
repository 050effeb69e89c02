import { colorNames, type Kind, optional, pairOf, paragraphs, priced, recommended, required } from './kind.ts'

const sizes = ['S', 'M', 'L', 'XL'] as const
const fabrics = ['Cotton', 'Cotton Blend', 'Denim', 'Fleece', 'Linen', 'Merino Wool', 'Nylon', 'Polyester', 'Wool']
/** What eBay asks of men's clothing; the size comes with each variation. */
const clothing = [
  required('Department', ['Men', 'Unisex Adults']),
  required('Size Type', ['Regular', 'Big & Tall']),
  required('Color', colorNames),
  optional('Size', [...sizes, '2XL']),
  recommended('Material', fabrics),
  recommended('Pattern', ['Solid', 'Striped', 'Graphic Print', 'Plaid']),
  recommended('Style'),
]

const tee: Kind = {
  id: 'tee',
  name: 'T-Shirts',
  details: 'Our own cut, in sizes S to XL. Each size has its own SKU.',
  prefix: 'TEE',
  share: 44,
  demand: 1.6,
  categoryId: '15687',
  taxonomyId: '482',
  productType: 'T-Shirts',
  weight: 0.5,
  sizes,
  attributes: [
    ...clothing,
    recommended('Type', ['T-Shirt']),
    recommended('Sleeve Length', ['Short Sleeve', 'Long Sleeve']),
    recommended('Neckline', ['Crew Neck', 'Henley', 'V-Neck']),
    recommended('Fit', ['Classic', 'Regular', 'Relaxed', 'Slim']),
  ],
  item(at, random) {
    const [cut, color] = pairOf(
      ['Dockside', 'Everyday', 'Foundry', 'Garden', 'Lookout', 'Regatta', 'Trail', 'Workshop', 'Weekend'],
      ['Navy', 'White', 'Green', 'Gray', 'Red'],
      at,
    )
    const sleeve = random.pick(['Short Sleeve', 'Short Sleeve', 'Long Sleeve'])
    const neckline = random.pick(['Crew Neck', 'Crew Neck', 'Henley', 'V-Neck'])
    return {
      title: `${cut} Men's ${neckline} T-Shirt, ${sleeve}, ${color} Cotton`,
      color,
      price: priced(random, 2400, 4200),
      vendor: 'Northlight Supply',
      tags: ['men', 'shirts', 'basics'],
      description: paragraphs(
        `A {{Fit}} fit in combed cotton of 190 g, heavy enough to keep its shape and soft from the first day.`,
        `Side seams, a taped neck, and hems that do not roll. Wash cold; it comes out the size it went in.`,
      ),
      attributes: {
        Department: 'Men',
        'Size Type': 'Regular',
        Color: color,
        Material: 'Cotton',
        Pattern: 'Solid',
        Style: 'Basic',
        Type: 'T-Shirt',
        'Sleeve Length': sleeve,
        Neckline: neckline,
        Fit: random.pick(['Classic', 'Regular', 'Relaxed']),
      },
    }
  },
}

const jacket: Kind = {
  id: 'jacket',
  name: 'Jackets',
  details: 'Coats, jackets and vests for all weathers but the worst.',
  prefix: 'JKT',
  share: 26,
  demand: 0.8,
  categoryId: '57988',
  taxonomyId: '2142',
  productType: 'Jackets',
  weight: 2.6,
  sizes,
  attributes: [
    ...clothing,
    recommended('Type', ['Jacket', 'Vest', 'Parka']),
    recommended('Fit', ['Classic', 'Regular', 'Relaxed']),
    optional('Season', ['Fall', 'Spring', 'Summer', 'Winter']),
  ],
  item(at, random) {
    const [name, color] = pairOf(
      ['Chore', 'Harbor', 'Northwind', 'Quarry', 'Ridge', 'Signal'],
      ['Navy', 'Brown', 'Green', 'Black', 'Beige'],
      at,
    )
    const [type, material] = pairOf(
      ['Jacket', 'Jacket', 'Parka', 'Vest'],
      ['Nylon', 'Cotton', 'Wool', 'Fleece', 'Denim'],
      at,
    )
    return {
      title: `${name} Men's ${material} ${type} in ${color}`,
      color,
      price: priced(random, 7900, 21_900),
      vendor: 'Northlight Supply',
      tags: ['men', 'outerwear', material.toLowerCase()],
      description: paragraphs(
        `The ${name.toLowerCase()} ${type.toLowerCase()} in ${material.toLowerCase()}: two pockets for hands, one inside for a phone, and a zip that can be worked with gloves on.`,
        `Cut to go over a sweater. Made for {{Season}}.`,
      ),
      attributes: {
        Department: 'Men',
        'Size Type': 'Regular',
        Color: color,
        Material: material,
        Pattern: 'Solid',
        Style: 'Workwear',
        Type: type,
        Fit: 'Regular',
        Season: random.pick(['Fall', 'Winter', 'Spring']),
      },
    }
  },
}

const lens: Kind = {
  id: 'lens',
  name: 'Camera Lenses',
  details: 'Used lenses, cleaned, tested on a body, with photographs of what is not perfect.',
  prefix: 'LNS',
  share: 34,
  demand: 0.9,
  categoryId: '3323',
  taxonomyId: '2062',
  productType: 'Camera lenses',
  weight: 0.8,
  attributes: [
    required('Mount', [
      'Canon EF',
      'Canon RF',
      'Fujifilm X',
      'Leica M',
      'Micro Four Thirds',
      'Nikon F',
      'Nikon Z',
      'Pentax K',
      'Sony A',
      'Sony E',
    ]),
    required('Focal Length'),
    recommended('Model'),
    recommended('Maximum Aperture'),
    recommended('Focus Type', ['Auto', 'Auto & Manual', 'Manual']),
    recommended('Series'),
    recommended('Compatible Brand', ['Universal']),
    optional('Color', colorNames),
  ],
  item(at, random) {
    const lengths = [
      ['24mm', 'f/2.8'],
      ['28mm', 'f/2.8'],
      ['35mm', 'f/2'],
      ['50mm', 'f/1.4'],
      ['50mm', 'f/1.8'],
      ['85mm', 'f/1.8'],
      ['100mm', 'f/2.8'],
      ['135mm', 'f/2.8'],
      ['200mm', 'f/4'],
    ] as const
    const [[focal, aperture], maker] = pairOf(lengths, ['Halden', 'Orrin', 'Castellan', 'Tessaro'], at)
    const mount = random.pick(['Canon EF', 'Nikon F', 'Pentax K', 'Sony E', 'Leica M', 'Fujifilm X'])
    return {
      title: `${maker} ${focal} ${aperture} Manual Focus Lens, ${mount} Mount`,
      color: 'Black',
      price: priced(random, 8900, 42_900),
      vendor: maker,
      tags: ['lenses', 'used', mount.toLowerCase()],
      condition: 'Used - Excellent',
      description: paragraphs(
        `A ${focal} ${aperture} by ${maker} for {{Mount}}. The glass is clear, without haze or fungus; the focus ring turns evenly and the blades are dry.`,
        `Light marks of use on the barrel, none on the front element. Comes with both caps.`,
      ),
      attributes: {
        Mount: mount,
        'Focal Length': focal,
        Model: `${maker} ${focal}`,
        'Maximum Aperture': aperture,
        'Focus Type': 'Manual',
        Series: 'Classic',
        'Compatible Brand': 'Universal',
        Color: 'Black',
      },
    }
  },
}

export const wearKinds = [lens, tee, jacket]
