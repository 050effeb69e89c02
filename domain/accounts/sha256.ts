// FIPS 180-4. Browsers offer crypto.subtle on https and localhost only; this one runs wherever Motto is opened.
const primes = (n: number): number[] => {
  const words: number[] = []
  for (let i = 2; words.length < n; i++) if (words.every((p) => i % p)) words.push(i)
  return words
}
const fraction = (x: number) => Math.floor((x - Math.floor(x)) * 2 ** 32)
const first64 = primes(64)
const constants = first64.map((p) => fraction(Math.cbrt(p)))
const start = first64.slice(0, 8).map((p) => fraction(Math.sqrt(p)))
const rotate = (x: number, n: number) => (x >>> n) | (x << (32 - n))

function padded(bytes: Uint8Array): DataView {
  const view = new DataView(new ArrayBuffer((((bytes.length + 8) >> 6) + 1) << 6))
  new Uint8Array(view.buffer).set(bytes)
  view.setUint8(bytes.length, 0x80)
  view.setUint32(view.byteLength - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(view.byteLength - 4, bytes.length << 3)
  return view
}

function schedule(block: DataView, offset: number): Int32Array {
  const w = new Int32Array(64)
  for (let i = 0; i < 16; i++) w[i] = block.getInt32(offset + i * 4)
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15] ?? 0
    const b = w[i - 2] ?? 0
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10)
    w[i] = ((w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1) | 0
  }
  return w
}

function compress(state: number[], w: Int32Array): number[] {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (constants[i] ?? 0) + (w[i] ?? 0)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0]
  }
  return [a, b, c, d, e, f, g, h].map((x, i) => (x + (state[i] ?? 0)) | 0)
}

/** SHA-256 of bytes, as lower-case hex. */
export function sha256Hex(bytes: Uint8Array): string {
  const block = padded(bytes)
  let state = start
  for (let offset = 0; offset < block.byteLength; offset += 64) state = compress(state, schedule(block, offset))
  return state.map((x) => (x >>> 0).toString(16).padStart(8, '0')).join('')
}
