import { colorNames, type Kind, optional, pairOf, paragraphs, priced, recommended, required } from './kind.ts'

const materials = [
  'Aluminum',
  'Bamboo',
  'Ceramic',
  'Concrete',
  'Cotton',
  'Glass',
  'Iron',
  'Marble',
  'Porcelain',
  'Rattan',
  'Resin',
  'Stainless Steel',
  'Stoneware',
  'Wood',
]
const rooms = ['Any Room', 'Bathroom', 'Bedroom', 'Dining Room', 'Hallway', 'Home Office', 'Kitchen', 'Living Room']
const home = 'Northlight Home'

const mug: Kind = {
  id: 'mug',
  name: 'Mugs',
  details: 'Thrown and glazed mugs, one by one or in pairs.',
  prefix: 'MUG',
  share: 48,
  demand: 1.5,
  categoryId: '20695',
  taxonomyId: '1062',
  productType: 'Mugs',
  weight: 0.9,
  attributes: [
    recommended('Color', colorNames),
    recommended('Capacity', ['8 oz', '11 oz', '12 oz', '15 oz']),
    recommended('Material', materials),
    recommended('Style'),
    recommended('Theme'),
    optional('Dishwasher Safe', ['Yes', 'No']),
    optional('Microwave Safe', ['Yes', 'No']),
  ],
  item(at, random) {
    const names = [
      'Fjord',
      'Ember',
      'Harvest',
      'Pebble',
      'Morning',
      'Orchard',
      'Drift',
      'Hearth',
      'Meadow',
      'Summit',
    ] as const
    const [name, color] = pairOf(names, ['Blue', 'Green', 'Ivory', 'Red', 'Gray'], at)
    const capacity = random.pick(['8 oz', '11 oz', '12 oz', '15 oz'])
    const material = random.pick(['Stoneware', 'Porcelain'])
    return {
      title: `${name} ${material} Mug, ${color}, ${capacity}`,
      color,
      price: priced(random, 1600, 3400),
      vendor: home,
      tags: ['kitchen', 'mugs', 'gift'],
      description: paragraphs(
        `A ${material.toLowerCase()} mug with a ${color.toLowerCase()} glaze that pools a little darker at the foot. The handle takes three fingers, the rim is thin enough for tea.`,
        `Holds {{Capacity}}. Glazes run as they like, so no two are quite the same.`,
      ),
      attributes: {
        Color: color,
        Capacity: capacity,
        Material: material,
        Style: 'Scandinavian',
        Theme: 'Nature',
        'Dishwasher Safe': 'Yes',
        'Microwave Safe': 'Yes',
      },
    }
  },
}

const candle: Kind = {
  id: 'candle',
  name: 'Candles',
  details: 'Poured in small batches. Burn time is measured, not guessed.',
  prefix: 'CND',
  share: 50,
  demand: 1.8,
  categoryId: '46782',
  taxonomyId: '1005',
  productType: 'Candles',
  weight: 1.1,
  attributes: [
    recommended('Scent', [
      'Cedarwood',
      'Citrus',
      'Coffee',
      'Eucalyptus',
      'Fresh Linen',
      'Jasmine',
      'Lavender',
      'Pine',
      'Rose',
      'Sandalwood',
      'Unscented',
      'Vanilla',
    ]),
    recommended('Type', ['Container Candle', 'Pillar Candle', 'Votive Candle']),
    recommended('Color', colorNames),
    recommended('Wax Type', ['Beeswax', 'Coconut', 'Soy']),
    recommended('Burn Time'),
    optional('Number of Wicks'),
  ],
  item(at, random) {
    const scents = [
      'Cedarwood',
      'Citrus',
      'Coffee',
      'Eucalyptus',
      'Fresh Linen',
      'Jasmine',
      'Lavender',
      'Pine',
      'Rose',
      'Sandalwood',
      'Vanilla',
    ] as const
    const [scent, color] = pairOf(scents, ['Ivory', 'Green', 'Brown', 'Pink', 'Black'], at)
    const wax = random.pick(['Soy', 'Soy', 'Coconut', 'Beeswax'])
    const hours = random.pick([32, 40, 48, 60])
    return {
      title: `${scent} ${wax} Candle in ${color} Glass, ${hours} Hours`,
      color,
      price: priced(random, 1400, 3200),
      vendor: 'Tallow & Wick',
      tags: ['candles', scent.toLowerCase()],
      description: paragraphs(
        `${scent}, and not much else: a clean ${wax.toLowerCase()} candle in a ${color.toLowerCase()} glass with a wooden lid.`,
        `Burns for about {{Burn Time}}. Let the wax melt to the edge the first time, and trim the wick to a quarter of an inch.`,
      ),
      attributes: {
        Scent: scent,
        Type: 'Container Candle',
        Color: color,
        'Wax Type': wax,
        'Burn Time': `${hours} hours`,
        'Number of Wicks': '1',
      },
    }
  },
}

const lamp: Kind = {
  id: 'lamp',
  name: 'Lamps',
  details: 'Table and desk lamps. Bulbs are not included unless said.',
  prefix: 'LMP',
  share: 32,
  demand: 0.7,
  categoryId: '112581',
  taxonomyId: '2815',
  productType: 'Lamps',
  weight: 6.5,
  attributes: [
    recommended('Type', ['Table Lamp', 'Desk Lamp', 'Bedside Lamp']),
    recommended('Color', colorNames),
    recommended('Material', materials),
    recommended('Room', rooms),
    recommended('Style'),
    recommended('Bulb Type', ['LED', 'Halogen', 'Incandescent', 'Not Included']),
    recommended('Power Source', ['Battery', 'Corded Electric', 'USB']),
    optional('Item Height'),
  ],
  item(at, random) {
    const [name, color] = pairOf(
      ['Alder', 'Beacon', 'Corvo', 'Dune', 'Lumen', 'Vesper', 'Wharf'],
      ['Yellow', 'White', 'Green', 'Black', 'Orange'],
      at,
    )
    const type = random.pick(['Table Lamp', 'Desk Lamp', 'Bedside Lamp'])
    const material = random.pick(['Ceramic', 'Iron', 'Wood', 'Marble'])
    return {
      title: `${name} ${type} with ${color} Shade, ${material} Base`,
      color,
      price: priced(random, 5900, 16900),
      vendor: home,
      tags: ['lighting', 'living room'],
      description: paragraphs(
        `A ${material.toLowerCase()} base, a linen shade in ${color.toLowerCase()}, and a fabric cord with a switch where the hand finds it.`,
        `Takes an E26 bulb of up to 60 watts (not included). Stands {{Item Height}} high.`,
      ),
      attributes: {
        Type: type,
        Color: color,
        Material: material,
        Room: random.pick(['Living Room', 'Bedroom', 'Home Office']),
        Style: 'Mid-Century Modern',
        'Bulb Type': 'Not Included',
        'Power Source': 'Corded Electric',
        'Item Height': `${random.between(14, 24)} in`,
      },
    }
  },
}

const poster: Kind = {
  id: 'poster',
  name: 'Art Prints',
  details: 'Printed on heavy uncoated paper, sent in a tube.',
  prefix: 'PRT',
  share: 46,
  demand: 1.2,
  categoryId: '41511',
  taxonomyId: '2078',
  productType: 'Art prints',
  weight: 0.7,
  attributes: [
    recommended('Type', ['Print', 'Poster']),
    recommended('Color', colorNames),
    recommended('Room', rooms),
    recommended('Style'),
    recommended('Shape', ['Rectangular', 'Square']),
    optional('Theme'),
    optional('Item Length'),
    optional('Item Width'),
  ],
  item(at, random) {
    const [scene, color] = pairOf(
      [
        'Ridge Line',
        'Low Tide',
        'First Snow',
        'Harbor Lights',
        'Long Road',
        'Pine Hollow',
        'Salt Flats',
        'Two Moons',
        'Winter Field',
      ],
      ['Blue', 'Orange', 'Green', 'Pink', 'Navy'],
      at,
    )
    const [width, length] = random.pick([
      [12, 16],
      [18, 24],
      [24, 36],
    ] as const)
    return {
      title: `${scene} Landscape Art Print in ${color}, ${width} x ${length} in`,
      color,
      price: priced(random, 2200, 5800),
      vendor: 'Studio Marrow',
      tags: ['wall art', 'prints', 'landscape'],
      description: paragraphs(
        `"${scene}", a landscape in four flat colours, from an edition that is signed on the back.`,
        `{{Item Width}} by {{Item Length}}, unframed, on 250 g uncoated paper. Frames of that size fit.`,
      ),
      attributes: {
        Type: 'Print',
        Color: color,
        Room: 'Any Room',
        Style: 'Minimalist',
        Shape: 'Rectangular',
        Theme: 'Landscape',
        'Item Length': `${length} in`,
        'Item Width': `${width} in`,
      },
    }
  },
}

const chair: Kind = {
  id: 'chair',
  name: 'Chairs',
  details: 'Sent flat; four bolts and ten minutes.',
  prefix: 'CHR',
  share: 20,
  demand: 0.4,
  categoryId: '54235',
  taxonomyId: '975',
  productType: 'Chairs',
  weight: 17,
  attributes: [
    required('Assembly Required', ['Yes', 'No']),
    recommended('Type', ['Dining Chair', 'Side Chair', 'Desk Chair']),
    recommended('Color', colorNames),
    recommended('Material', materials),
    recommended('Room', rooms),
    recommended('Style'),
    optional('Item Height'),
  ],
  item(at, random) {
    const [name, color] = pairOf(
      ['Birch Row', 'Kestrel', 'Saddler', 'Tidewater'],
      ['Brown', 'Black', 'White', 'Green', 'Red'],
      at,
    )
    const type = random.pick(['Dining Chair', 'Side Chair', 'Desk Chair'])
    return {
      title: `${name} Solid Wood ${type}, ${color} Finish`,
      color,
      price: priced(random, 12_900, 28_900),
      vendor: 'Kestrel Joinery',
      tags: ['furniture', 'seating'],
      description: paragraphs(
        `Steam-bent ash with a curved back and a seat that is a little lower in the middle, finished in ${color.toLowerCase()}.`,
        `Bears 265 pounds. The finish is an oil that can be renewed with a cloth.`,
      ),
      attributes: {
        'Assembly Required': 'Yes',
        Type: type,
        Color: color,
        Material: 'Wood',
        Room: 'Dining Room',
        Style: 'Scandinavian',
        'Item Height': `${random.between(31, 35)} in`,
      },
    }
  },
}

export const homeKinds = [mug, candle, lamp, poster, chair]
