/** A product that is on sale somewhere with this many pieces or fewer is nearly sold out. */
export const LOW_STOCK = 2
