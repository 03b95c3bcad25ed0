/** Elements of DataCite (kernel 4, 3 and 2) → the members that its REST API gives of them. */

import { elementsIn, textIn, type XmlElement } from '../../../model/conversion/xml.ts'
import { groupBy } from '../../../model/values/collections.ts'
import type { Json } from '../../../model/values/json.ts'

/** Attributes as JSON calls them: `rightsURI` is `rightsUri`. Those of XML itself say nothing but a language. */
function attributesOf({ attributes }: XmlElement): Json {
  const members: Record<string, string> = {}
  for (const [name, value] of Object.entries(attributes))
    if (name === 'xml:lang') members['lang'] = value
    else if (!name.includes(':') && name !== 'xmlns') members[name.replace(/URI$/, 'Uri')] = value
  return members
}

const named = (one: XmlElement): Json => ({ ...attributesOf(one), name: textIn(one) })

/** Elements that JSON has as objects of their own, or calls otherwise. */
const inner: Readonly<Record<string, (one: XmlElement) => Json>> = {
  creatorName: named,
  contributorName: named,
  relatedItemIdentifier: (one) => ({ relatedItemIdentifier: membersOf(one) }),
  titles: (one) => ({ titles: elementsIn(one).map(membersOf) }),
}

/** Elements within another one of which JSON has lists. */
const innerLists: Readonly<Record<string, (all: readonly XmlElement[]) => Json>> = {
  nameIdentifier: (all) => ({ nameIdentifiers: all.map(membersOf) }),
  affiliation: (all) => ({ affiliation: all.map(named) }),
}

/** An element with its attributes, and the elements in it with theirs. */
function membersOf(element: XmlElement): Json {
  const parts = elementsIn(element)
  const members = attributesOf(element)
  if (parts.every(({ name }) => name === 'br')) return { ...members, [element.name]: textIn(element) }
  for (const [name, all] of groupBy(parts, (one) => one.name)) {
    const [first] = all as [XmlElement]
    const read = inner[name]?.(first) ?? { ...attributesOf(first), [name]: textIn(first) }
    Object.assign(members, innerLists[name]?.(all) ?? read)
  }
  return members
}

/** What stands around elements of which there may be several. */
const lists: Readonly<Record<string, string>> = {
  creators: 'creator',
  titles: 'title',
  subjects: 'subject',
  contributors: 'contributor',
  dates: 'date',
  alternateIdentifiers: 'alternateIdentifier',
  relatedIdentifiers: 'relatedIdentifier',
  relatedItems: 'relatedItem',
  rightsList: 'rights',
  descriptions: 'description',
  fundingReferences: 'fundingReference',
  geoLocations: 'geoLocation',
  sizes: 'size',
  formats: 'format',
}

/** The members of the first element of a name. */
const firstOf = (resource: XmlElement, name: string): Json => {
  const [first] = elementsIn(resource, name)
  return first ? membersOf(first) : {}
}

/** A record as the REST API gives it. Others leave out what stands around the elements of a list. */
export function readKernel(resource: XmlElement): Json {
  const found = Object.entries(lists).map(([list, name]): [string, Json[]] => [
    list,
    [resource, ...elementsIn(resource, list)].flatMap((one) => elementsIn(one, name)).map(membersOf),
  ])
  const { identifier, identifierType } = firstOf(resource, 'identifier')
  const { publisher: name, ...publisher } = firstOf(resource, 'publisher')
  const year = textIn(elementsIn(resource, 'publicationYear')[0])
  const isPage = String(identifierType).toLowerCase() === 'url'
  return {
    ...Object.fromEntries(found),
    identifiers: isPage ? [] : [{ identifier, identifierType }],
    url: isPage ? identifier : undefined,
    publisher: { ...publisher, name },
    // That is what a year is called that is not known.
    publicationYear: year === '0000' ? undefined : year,
    types: firstOf(resource, 'resourceType'),
    language: textIn(elementsIn(resource, 'language')[0]),
    version: textIn(elementsIn(resource, 'version')[0]),
  }
}
