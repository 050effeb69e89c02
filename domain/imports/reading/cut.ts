/** The beginning of a text, in whole characters: half a one cannot be kept. */
export const cut = (text: string, most: number) =>
  text.length <= most ? text : text.slice(0, /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most)
