interface Pictured {
  /** Its own, as files bring them. */
  images: readonly { url: string }[]
  /** Addresses chosen from those of the product. */
  selectedImages: readonly string[]
}

/**
 * The pictures of a variation, the one that channels show with it first: those chosen of the product's, then its own. What the product no longer
 * has is not shown, but stays chosen, so that an undo brings it back.
 */
export function variationPictures(
  { images, selectedImages }: Pictured,
  ofProduct: readonly { url: string }[],
): string[] {
  const own = images.map(({ url }) => url)
  const there = new Set([...ofProduct.map(({ url }) => url), ...own])
  return [...new Set([...selectedImages.filter((url) => there.has(url)), ...own])]
}
