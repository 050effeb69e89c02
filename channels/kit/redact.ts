const secret =
  /^(authorization|x-shopify-access-token|cookie|set-cookie|code|state|hmac|.*token|.*secret|.*password|.*api[-_]?key|.*assertion)$/i
// buyer data: who they are and where they live, under the channels' own names for it
const personal =
  /^(e-?mail|phone.*|.*phone|buyer.*|fullname|firstname|lastname|contactaddress|addressline\d|address\d?|line\d|city|postalcode|zip|shippingaddress|billingaddress|taxaddress|customer|shipto|username|note)$/i

/** A copy of `value` without tokens, secrets and buyer data, fit for a log. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact)
  if (typeof value === 'string') return redactText(value)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      secret.test(key) || personal.test(key) ? '[redacted]' : redact(inner),
    ]),
  )
}

/** Bearer tokens and e-mail addresses inside running text. Lengths are RFC 5321's: without them, a long word takes minutes. */
export const redactText = (text: string) =>
  text
    .replace(/\b(Bearer|Basic)\s+[^\s"']+/gi, '$1 [redacted]')
    .replace(/[^\s"'<>@]{1,64}@[^\s"'<>@]{1,255}\.[a-z]{2,63}/gi, '[redacted]')

/** An address without the values of its secret query parameters. */
export function redactUrl(url: string): string {
  const parsed = new URL(url)
  const hidden = Array.from(parsed.searchParams.keys()).filter((key) => secret.test(key) || personal.test(key))
  for (const key of hidden) parsed.searchParams.set(key, '[redacted]')
  return redactText(parsed.href)
}
