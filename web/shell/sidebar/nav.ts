const alsoBelow: Record<string, readonly string[]> = {
  '/inventory': ['/products', '/product', '/product-not-found', '/create-and-list'],
  '/templates': ['/template'],
  '/orders': ['/order'],
  '/integrations': ['/oauth', '/adopt', '/stock-sharing', '/requirements'],
  '/admin': ['/clients'],
}

/** Whether a page stands below a link: `/product/7` belongs to Inventory. */
export const isBelow = (path: string, to: string): boolean =>
  [to, ...(alsoBelow[to] ?? [])].some((start) => path === start || path.startsWith(`${start}/`))
