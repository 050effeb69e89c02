/** What is suggested for how a parcel goes (ORD-108). */
export const services = [
  'USPS Ground Advantage',
  'USPS Priority Mail',
  'USPS Priority Mail Express',
  'USPS Media Mail',
  'UPS Ground',
  'UPS 2nd Day Air',
  'FedEx Ground',
  'FedEx 2Day',
  'DHL Express',
]
