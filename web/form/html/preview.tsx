import { previewOf } from '#domain/products/attributes/references.ts'
import classes from '../form.module.css'

interface Props {
  label: string
  html: string
  /** By `nameKey`. */
  values?: ReadonlyMap<string, string> | undefined
}

const style =
  'body{margin:12px;font:14px/1.5 system-ui,sans-serif;color:#1d1a16;overflow-wrap:anywhere}img{max-width:100%}mark{background:#fbf1e4;color:#6e4604;outline:1px dashed}'
const page = (body: string) =>
  `<!doctype html><meta charset="utf-8"><base target="_blank"><style>${style}</style><body>${body || '<p>Empty</p>'}</body>`

/** HTML as a buyer sees it, in a frame of its own in which no script runs. What has no value yet is marked, and named below. */
export function HtmlPreview({ label, html, values }: Props) {
  const { text, unresolved } = values ? previewOf(html, values) : { text: html, unresolved: [] }
  return (
    <>
      <iframe className={classes.preview} title={label} sandbox="" srcDoc={page(text)} />
      {unresolved.length > 0 && (
        <p role="status" className={classes.missing}>
          Missing values: {unresolved.join(', ')}. Fill them in before you publish.
        </p>
      )}
    </>
  )
}
