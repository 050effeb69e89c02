/** The name of an attribute that would run a script, in a tag. */
const handler = /(<[a-z][^<>]*?[\s/])on(?=[a-z]+\s*=)/gi

/** The same HTML with other names for the attributes that run scripts: a browser reports each of them, wherever it reads them. */
export function withoutHandlers(html: string): string {
  const without = html.replaceAll(handler, '$1data-on')
  return without === html ? html : withoutHandlers(without)
}

/** HTML as elements that neither run nor load anything. */
export const inert = (html: string): HTMLElement =>
  new DOMParser().parseFromString(`<!doctype html><body>${withoutHandlers(html)}`, 'text/html').body
