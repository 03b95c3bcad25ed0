/** Funders that sources call by several identifiers. */

import { byName } from './json.ts'

/** DOIs of the Funder Registry → RORs, as zenodo-rdm pairs them. */
export const rorsOfFunders = byName<string>({
  '10.13039/501100000780': '00k4n6c32', // European Commission
  '10.13039/100000001': '021nxhr62', // NSF
  '10.13039/100000002': '01cwqze88', // NIH
  '10.13039/501100000923': '05mmh0f86', // ARC
  '10.13039/501100000925': '011kf5r70', // NHMRC
  '10.13039/501100001665': '00rbzpz17', // ANR
  '10.13039/501100001711': '00yjd3n13', // SNSF
  '10.13039/501100001871': '00snfqn58', // FCT
  '10.13039/501100002428': '013tf3c58', // FWF
  '10.13039/501100002341': '05k73zm37', // Research Council of Finland
  '10.13039/501100003246': '04jsz6e67', // NWO
})

/**
 * DOIs of programmes → the funder whose numbers their grants have. A grant is known by its number in the family; a
 * programme is not the funder.
 */
export const familiesOfFunders = byName<string>(
  Object.fromEntries(
    // Horizon 2020, FP7, ERC, Horizon Europe: the families by which OpenAIRE finds projects.
    `100010661 100010663 100010665 501100007601 100011199 100004431 501100004963 501100000781 100018693 100018694
    100018695 100019180 100019185 100019186 100019187 100019188`
      .split(/\s+/)
      .map((number) => [`10.13039/${number}`, '10.13039/501100000780']),
  ),
)
