import { resolve } from '#domain/products/references.ts'
import classes from './form.module.css'

interface Props {
  label: string
  html: string
  /** By `nameKey`. */
  values?: ReadonlyMap<string, string>
}

const style =
  'body{margin:12px;font:14px/1.5 system-ui,sans-serif;color:#1d1a16;overflow-wrap:anywhere}img{max-width:100%}'
const page = (body: string) =>
  `<!doctype html><meta charset="utf-8"><base target="_blank"><style>${style}</style><body>${body || '<p>Empty</p>'}</body>`

/** HTML as a buyer sees it, in a frame of its own in which no script runs. */
export const HtmlPreview = ({ label, html, values }: Props) => (
  <iframe
    className={classes.preview}
    title={label}
    sandbox=""
    srcDoc={page(values ? resolve(html, values, 'html').text : html)}
  />
)
