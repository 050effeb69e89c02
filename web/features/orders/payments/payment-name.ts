/** Names that are not spelled as the words of their code. */
const spelled: Record<string, string> = { bogus: 'Test payment', ebay: 'eBay', paypal: 'PayPal' }

/** A means of payment in words: channels tell codes such as `shopify_payments` or `CREDIT_CARD`; what people wrote stays as it is. */
export function paymentName(method: string): string {
  if (!/^([a-z\d_]+|[A-Z\d_]+)$/.test(method)) return method
  const code = method.toLowerCase()
  return spelled[code] ?? code.replaceAll(/(^|_)(\w)/g, (_, gap, letter) => (gap && ' ') + letter.toUpperCase())
}
