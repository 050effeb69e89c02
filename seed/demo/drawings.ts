import { type Color, colors } from './colors.ts'
import type { Kind } from './kind.ts'

/** Mixes a colour with black (below 0) or white (above 0). @param by from -1 to 1 */
function shade(hex: string, by: number): string {
  const target = by < 0 ? 0 : 255
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16)
    return Math.round(value + (target - value) * Math.abs(by))
      .toString(16)
      .padStart(2, '0')
  }
  return `#${part(1)}${part(3)}${part(5)}`
}

const light = new Set<Color>(['White', 'Ivory', 'Beige', 'Yellow'])
const shadow = (y: number, width: number) =>
  `<ellipse cx="500" cy="${y}" rx="${width}" ry="26" fill="#1c1f24" opacity=".16"/>`
type Draw = (hex: string) => string

/** Each on a sheet of 1000 × 1000, standing on y = 850. */
const drawings: Record<Kind['id'], Draw> = {
  mug: (c) => `${shadow(790, 250)}
    <path d="M660 420 q150 -10 150 120 t-150 130" fill="none" stroke="${shade(c, -0.12)}" stroke-width="44"/>
    <path d="M300 340 h380 v330 q0 110 -110 110 h-160 q-110 0 -110 -110 z" fill="${c}"/>
    <path d="M300 600 q95 40 190 0 t190 0 v70 q0 110 -110 110 h-160 q-110 0 -110 -110 z" fill="${shade(c, -0.22)}"/>
    <path d="M340 340 h60 v430 q-60 -10 -60 -100 z" fill="#fff" opacity=".16"/>
    <ellipse cx="490" cy="340" rx="190" ry="36" fill="${shade(c, 0.35)}"/><ellipse cx="490" cy="344" rx="166" ry="26" fill="#4a3527"/>`,
  candle: (c) => `${shadow(800, 210)}
    <rect x="330" y="400" width="340" height="400" rx="34" fill="${c}" opacity=".92"/><rect x="330" y="470" width="340" height="330" rx="34" fill="${shade(c, -0.14)}" opacity=".6"/>
    <rect x="390" y="540" width="220" height="160" rx="8" fill="#faf7f0"/><path d="M430 590 h140 M450 620 h100 M465 650 h70" stroke="#3b3f45" stroke-width="9" stroke-linecap="round"/>
    <ellipse cx="500" cy="402" rx="170" ry="30" fill="#f6efdd"/><path d="M500 400 v-54" stroke="#3a2d22" stroke-width="8"/>
    <path d="M500 232 q52 68 0 122 q-52 -54 0 -122" fill="#f2b84b"/><path d="M500 286 q24 36 0 66 q-24 -30 0 -66" fill="#fff3cf"/><path d="M362 440 v320" stroke="#fff" stroke-width="16" opacity=".35" stroke-linecap="round"/>`,
  lamp: (c) => `${shadow(850, 190)}
    <circle cx="500" cy="420" r="330" fill="#ffe9b8" opacity=".45"/>
    <path d="M486 470 h28 v230 h-28 z" fill="#5b5f66"/><path d="M420 700 q80 -60 160 0 l36 120 q-116 40 -232 0 z" fill="#8a7662"/><ellipse cx="500" cy="824" rx="118" ry="24" fill="#756350"/>
    <path d="M390 190 h220 l110 300 h-440 z" fill="${c}"/><path d="M390 190 h60 l-70 300 h-100 z" fill="#fff" opacity=".18"/>
    <ellipse cx="500" cy="490" rx="220" ry="24" fill="${shade(c, -0.2)}"/><path d="M600 500 v70" stroke="#3b3f45" stroke-width="5"/><circle cx="600" cy="578" r="9" fill="#3b3f45"/>`,
  poster: (
    c,
  ) => `<rect x="262" y="132" width="476" height="716" fill="#1c1f24" opacity=".12" transform="translate(14 18)"/>
    <rect x="262" y="132" width="476" height="716" fill="#2f2a26"/><rect x="280" y="150" width="440" height="680" fill="#fbf8f1"/>
    <rect x="320" y="190" width="360" height="600" fill="${shade(c, 0.62)}"/><circle cx="585" cy="330" r="62" fill="#fbf3dc"/>
    <path d="M320 560 l110 -150 90 110 70 -80 90 110 v240 h-360 z" fill="${shade(c, 0.25)}"/><path d="M320 640 q90 -90 180 -20 t180 -30 v200 h-360 z" fill="${c}"/>
    <path d="M320 720 q120 -60 200 -10 t160 -10 v90 h-360 z" fill="${shade(c, -0.35)}"/>`,
  chair: (c) => `${shadow(860, 250)}
    <path d="M330 560 l-44 300 M670 560 l44 300 M390 560 l-16 262 M610 560 l16 262" stroke="${shade(c, -0.25)}" stroke-width="26" stroke-linecap="round"/>
    <path d="M338 180 q162 -60 324 0 l-10 130 q-152 -36 -304 0 z" fill="${c}"/><path d="M352 300 l16 230 M648 300 l-16 230 M452 290 l6 240 M548 290 l-6 240" stroke="${shade(c, -0.12)}" stroke-width="20"/>
    <path d="M296 530 q204 -44 408 0 l14 56 q-218 34 -436 0 z" fill="${c}"/><path d="M282 586 q218 34 436 0 v20 q-218 36 -436 0 z" fill="${shade(c, -0.32)}"/>`,
  tee: (c) => `${shadow(880, 220)}
    <path d="M380 200 q120 80 240 0 l170 90 -70 180 -90 -34 v420 h-260 v-420 l-90 34 -70 -180 z" fill="${c}" transform="translate(0 4)"/>
    <path d="M380 204 q120 80 240 0 l-28 -14 q-92 56 -184 0 z" fill="${shade(c, -0.22)}"/>
    <path d="M370 440 q14 200 0 416 h44 q-30 -200 -44 -416 M630 440 q-14 200 0 416 h-30 q24 -200 30 -416" fill="${shade(c, -0.14)}" opacity=".7"/>
    <path d="M274 458 l92 -35 M726 458 l-92 -35" stroke="${shade(c, -0.25)}" stroke-width="6"/>`,
  jacket: (c) => `${shadow(890, 240)}
    <path d="M390 170 h220 l150 80 70 480 -110 24 -34 -260 v376 h-372 v-376 l-34 260 -110 -24 70 -480 z" fill="${c}"/>
    <path d="M390 170 l110 120 110 -120 -40 -26 h-140 z" fill="${shade(c, -0.3)}"/><path d="M500 290 v580" stroke="${shade(c, -0.45)}" stroke-width="10"/>
    <path d="M500 290 v580" stroke="#d8d9da" stroke-width="4" stroke-dasharray="5 7"/>
    <path d="M362 610 l90 -20 M638 610 l-90 -20" stroke="${shade(c, -0.45)}" stroke-width="10" stroke-linecap="round"/><path d="M314 494 q10 200 0 376 h40 q-34 -190 -40 -376 M314 836 h372 v34 h-372 z" fill="${shade(c, -0.18)}" opacity=".8"/>`,
  lens: (c) => `${shadow(830, 260)}
    <circle cx="500" cy="500" r="330" fill="${shade(c, 0.06)}"/><circle cx="500" cy="500" r="330" fill="none" stroke="#5a5e66" stroke-width="22" stroke-dasharray="14 10"/>
    <circle cx="500" cy="500" r="284" fill="#15171a"/><circle cx="500" cy="500" r="270" fill="none" stroke="#e8e2cf" stroke-width="3" stroke-dasharray="3 26"/>
    <circle cx="500" cy="500" r="226" fill="#22262c"/><circle cx="500" cy="500" r="190" fill="#31506b"/><circle cx="500" cy="500" r="150" fill="#3f3463"/><circle cx="500" cy="500" r="96" fill="#1d2c49"/>
    <circle cx="500" cy="500" r="46" fill="#0d1016"/><ellipse cx="430" cy="420" rx="58" ry="34" fill="#fff" opacity=".35" transform="rotate(-38 430 420)"/><circle cx="566" cy="572" r="16" fill="#c8b6ff" opacity=".5"/>`,
}

/** A product's picture as SVG: drawn for the demo, so nobody's. @param close shows the middle of it, larger */
export function draw(kind: Kind['id'], color: Color, close = false): string {
  const [top, bottom] = light.has(color) ? ['#c9d2d6', '#aab6bb'] : ['#f4f1eb', '#e0dad0']
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000" viewBox="${close ? '240 260 460 460' : '0 0 1000 1000'}">
    <defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs>
    <rect width="1000" height="1000" fill="url(#g)"/>${drawings[kind](colors[color])}</svg>`
}
