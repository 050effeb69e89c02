/** What files of other kinds begin with: a name for each, and what to do instead. Signatures are of the kinds' own specifications. */
const signatures: readonly { bytes: readonly number[]; kind: string; remedy: string }[] = [
  { bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], kind: 'a PNG image', remedy: 'image' },
  { bytes: [0xff, 0xd8, 0xff], kind: 'a JPEG image', remedy: 'image' },
  { bytes: [0x47, 0x49, 0x46, 0x38], kind: 'a GIF image', remedy: 'image' },
  { bytes: [0x25, 0x50, 0x44, 0x46, 0x2d], kind: 'a PDF document', remedy: 'document' },
  { bytes: [0x50, 0x4b, 0x03, 0x04], kind: 'an Excel workbook or another ZIP file', remedy: 'workbook' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], kind: 'an old Excel workbook', remedy: 'workbook' },
  { bytes: [0x1f, 0x8b], kind: 'a compressed file', remedy: 'archive' },
]
const remedies: Readonly<Record<string, string>> = {
  image: 'Choose the file with your products.',
  document: 'Choose the file with your products.',
  workbook: 'Open it in Excel, save it as CSV, then upload that file.',
  archive: 'Unpack it, then upload the CSV file in it.',
}

/** What a file is whose name says CSV and whose first bytes say something else; undefined for a text. */
export function otherKind(bytes: Uint8Array): string | undefined {
  const known = signatures.find((signature) => signature.bytes.every((byte, n) => bytes[n] === byte))
  return known && `The file is ${known.kind}, not a CSV file. ${remedies[known.remedy]}`
}
