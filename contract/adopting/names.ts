/** Why somebody has to look before a listing is linked, in the order in which it weighs. */
export const doubtNames = [
  'twoListings',
  'taken',
  'severalFit',
  'otherBarcode',
  'otherTitle',
  'missingHere',
  'missingThere',
  'skuAlmost',
  'barcodeOnly',
  'titleOnly',
  'notOnSale',
] as const
export type Doubt = (typeof doubtNames)[number]

/** `look`: doubtful and not decided. `linked`: linked, or about to be. `differs`: linked, and shows another quantity. `new`: nothing here is like it. */
export const adoptingTabs = ['look', 'linked', 'differs', 'new', 'alone'] as const
export type AdoptingTab = (typeof adoptingTabs)[number]
