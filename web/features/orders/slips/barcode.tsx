import { isScannable } from '#domain/orders/slips/slip.ts'
import JsBarcode from 'jsbarcode'
import { useLayoutEffect, useRef } from 'react'
import classes from './paper.module.css'

/** A SKU as bars for a scanner. */
export function Barcode({ code }: { code: string }) {
  const svg = useRef<SVGSVGElement>(null)
  const drawn = isScannable(code)
  useLayoutEffect(() => {
    if (!svg.current) return
    JsBarcode(svg.current, code, { format: 'CODE128', displayValue: false, height: 30, width: 1, margin: 0 })
    // The drawing sets its size in pixels; on paper it takes the room that there is.
    svg.current.removeAttribute('style')
    svg.current.setAttribute('preserveAspectRatio', 'xMinYMid')
  }, [code])
  return drawn ? <svg ref={svg} className={classes.bars} role="img" aria-label={`Barcode ${code}`} /> : null
}
