/** What one bundle takes of a component. */
export interface Part {
  /** Of the component. */
  available: number
  /** In one bundle; 1 or more. */
  pieces: number
}

/** Whole bundles that these pieces make. In SQL: `derive` of server/features/stock/bundle-queries.ts. */
export const possible = (parts: readonly Part[]): number =>
  parts.length === 0 ? 0 : Math.min(...parts.map(({ available, pieces }) => Math.floor(available / pieces)))

/** The components that run out first. */
export const limiting = <P extends Part>(parts: readonly P[]): P[] =>
  parts.filter(({ available, pieces }) => Math.floor(available / pieces) === possible(parts))

/** Why a level cannot be, or be changed as, a bundle; undefined where it can. */
export function whyNoBundle(o: {
  sku: string
  bundled: 'bundle' | 'component' | null
  hasVariations: boolean
  available: number
  openOrders: number
}): string | undefined {
  const { sku, bundled, hasVariations, available, openOrders } = o
  if (bundled === 'component') return `${sku} is in another bundle, so it can’t be a bundle itself.`
  if (hasVariations) return `${sku} is sold in variations, so it cannot be a bundle.`
  if (openOrders > 0)
    return `${openOrders === 1 ? 'An open order has' : `${openOrders} open orders have`} ${sku}. Ship or cancel ${openOrders === 1 ? 'it' : 'them'} before you change what the bundle is made of.`
  if (bundled === null && available > 0)
    return `${sku} has ${available === 1 ? '1 unit' : `${available} units`} in stock. Set it to 0 first, because bundle stock comes from its components.`
  return undefined
}
