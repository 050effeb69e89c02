/**
 * SKUs as one value of an address: each encoded, joined by a space, which the address then writes as %20. So a SKU may hold a space,
 * a plus or a percent sign.
 */
export const joinSkus = (skus: readonly string[]): string => skus.map((sku) => encodeURIComponent(sku)).join(' ')

const decoded = (sku: string) => {
  try {
    return decodeURIComponent(sku)
  } catch {
    return sku
  }
}

/** The SKUs of such a value, each once. What somebody wrote by hand without encoding is taken as it stands. */
export const splitSkus = (joined: string | undefined): string[] => [
  ...new Set((joined ?? '').split(/\s+/).filter(Boolean).map(decoded)),
]
