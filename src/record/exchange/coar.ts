/** Words of COAR: kinds of resources, and who may read them. */

export const coarType = (segment: string): string => `http://purl.org/coar/resource_type/${segment}`

/** Access rights of COAR by the words of the model. */
const rights: Readonly<Record<string, readonly [coar: string, label: string]>> = {
  open: ['c_abf2', 'open access'],
  embargoed: ['c_f1cf', 'embargoed access'],
  restricted: ['c_16ec', 'restricted access'],
  closed: ['c_14cb', 'metadata only access'],
  unavailable: ['c_14cb', 'metadata only access'],
}

/** Who may read what; undefined where nothing is said. */
export function accessOf(
  status: string | undefined,
): { readonly uri: string; readonly label: string } | undefined {
  const [coar, label] = rights[status ?? ''] ?? []
  return coar === undefined || label === undefined
    ? undefined
    : { uri: `http://purl.org/coar/access_right/${coar}`, label }
}
