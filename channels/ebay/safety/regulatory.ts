import type { Safety, SafetyOperator } from '#domain/safety/safety.ts'

const filled = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

const contactOf = ({
  companyName,
  addressLine1,
  addressLine2,
  city,
  region,
  postalCode,
  country,
  ...o
}: SafetyOperator) =>
  filled({
    companyName,
    addressLine1,
    addressLine2,
    city,
    stateOrProvince: region,
    postalCode,
    country,
    email: o.email,
    phone: o.phone,
    contactUrl: o.contactUrl,
  })

/** The block `regulatory` of an offer, as far as product safety fills it: Inventory API, schema Regulatory. @param documentIds of documents that eBay accepted */
export function regulatoryOf(safety: Safety | undefined, documentIds: readonly string[] = []): Record<string, unknown> {
  if (!safety) return {}
  const { operators, pictograms, statements } = safety
  const { manufacturer, responsible_person: responsible } = operators
  return {
    ...(manufacturer && { manufacturer: contactOf(manufacturer) }),
    ...(responsible && { responsiblePersons: [{ ...contactOf(responsible), types: ['EUResponsiblePerson'] }] }),
    ...(pictograms.length + statements.length > 0 && {
      productSafety: {
        ...(pictograms.length > 0 && { pictograms }),
        ...(statements.length > 0 && { statements }),
      },
    }),
    ...(documentIds.length > 0 && { documents: documentIds.map((documentId) => ({ documentId })) }),
  }
}

/** What stands there, without what is there by us: nobody says it any more, or it is said anew. @param before names of the parts that we wrote */
export const otherParts = (
  there: Record<string, unknown> | undefined,
  before: readonly string[],
): Record<string, unknown> => Object.fromEntries(Object.entries(there ?? {}).filter(([name]) => !before.includes(name)))
