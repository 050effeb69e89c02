/** Widths in pixels in which a picture of ours can be had, each made at the first request for it. */
export const imageWidths = [64, 160, 320, 640, 1280] as const

const ours = /^(?:https?:\/\/[^/]+)?\/media\/u?\d+\/[0-9a-f]{64}\.(?:jpg|png|webp)$/
/** An image host that makes sizes by a word in its address. @see https://cloudinary.com/documentation/image_transformations */
const hosted = /^(https:\/\/[^/]+\/[^/]+\/image\/upload\/)(v\d+\/.+)$/

/** Whether a picture is in our own store or on our image host. */
export const isOwn = (url: string): boolean => ours.test(url) || hosted.test(url)

/** The address of a picture at one width; the same address where its host makes no sizes, as for a picture of another shop. */
export function atWidth(url: string, width: number): string {
  if (ours.test(url)) return `${url}?w=${width}`
  const [, before, after] = hosted.exec(url) ?? []
  return before && after ? `${before}c_limit,f_auto,w_${width}/${after}` : url
}

/**
 * What an `<img>` needs to load no more than it shows, on plain and on dense screens.
 * @param shown its width on the page, in CSS pixels
 */
export function sourcesOf(url: string, shown: number): { src: string; srcSet?: string } {
  const fitting = (dense: number) => imageWidths.find((width) => width >= shown * dense) ?? imageWidths.at(-1) ?? shown
  const [plain, dense] = [atWidth(url, fitting(1)), atWidth(url, fitting(2))]
  return plain === url || plain === dense ? { src: plain } : { src: plain, srcSet: `${plain} 1x, ${dense} 2x` }
}
