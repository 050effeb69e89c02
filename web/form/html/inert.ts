/** A tag with its quoted values, as far as it goes. */
const tag = /<[a-z](?:[^<>"']|"[^"]*"|'[^']*'|["'])*/gi
/** A quoted value, or the first letters of an attribute that would run a script. */
const handler = /"[^"]*"|'[^']*'|(?<=[\s/"'])on(?=[a-z]+\s*=)/gi

/** The same HTML with other names for the attributes that run scripts: a browser reports each of them, wherever it reads them. */
export const withoutHandlers = (html: string): string =>
  html.replaceAll(tag, (tagText) =>
    tagText.replaceAll(handler, (attribute) =>
      attribute.length === 2 && /on/i.test(attribute) ? 'data-on' : attribute,
    ),
  )

/** HTML as elements that neither run nor load anything. */
export const inert = (html: string): HTMLElement =>
  new DOMParser().parseFromString(`<!doctype html><body>${withoutHandlers(html)}`, 'text/html').body
