/** Funders that sources call by several identifiers. */

import { byName, optional } from './json.ts'

/** DOIs of the Funder Registry → RORs, as zenodo-rdm pairs them, and Sherpa those of the councils of UKRI. */
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
  '10.13039/100004440': '029chgv08', // Wellcome Trust
  '10.13039/501100001602': '0271asj38', // SFI
  '10.13039/501100000024': '01gavpb45', // CIHR
  '10.13039/501100000038': '01h531d29', // NSERC
  '10.13039/501100004410': '04w9kkr77', // TUBITAK
  '10.13039/501100004488': '03n51vw80', // HRZZ
  '10.13039/501100004564': '01znas443', // MESTD
  '10.13039/100014013': '001aqnf71', // UKRI
  '10.13039/501100000690': '001aqnf71', // Research Councils UK, which UKRI succeeded
  '10.13039/501100000265': '03x94j517', // MRC
  '10.13039/501100000266': '0439y7842', // EPSRC
  '10.13039/501100000267': '0505m1554', // AHRC
  '10.13039/501100000268': '00cwqg982', // BBSRC
  '10.13039/501100000269': '03n0ht308', // ESRC
  '10.13039/501100000270': '02b5d8509', // NERC
  '10.13039/501100000271': '057g20z61', // STFC
  '10.13039/501100006041': '05ar5fy68', // Innovate UK
})

/** Funders whose numbers the grants of others have, as OpenAIRE finds projects by them, by DOI of these. */
const families = {
  // Horizon 2020, FP7, ERC, Horizon Europe.
  '501100000780': `100010661 100010663 100010665 501100007601 100011199 100004431 501100004963 501100000781 100018693
    100018694 100018695 100019180 100019185 100019186 100019187 100019188`,
  // The councils, Innovate UK and Research England.
  '100014013': `501100000265 501100000266 501100000267 501100000268 501100000269 501100000270 501100000271
    501100006041 501100013589`,
}

/**
 * DOIs and RORs of programmes and councils → the DOI of the funder whose numbers their grants have. A grant is known
 * by its number in the family; a programme is not the funder.
 */
export const familiesOfFunders = byName<string>(
  Object.fromEntries(
    Object.entries(families).flatMap(([funder, members]) =>
      members
        .split(/\s+/)
        .map((number) => `10.13039/${number}`)
        .flatMap((doi) => [doi, ...optional(rorsOfFunders[doi])])
        .map((id) => [id, `10.13039/${funder}`]),
    ),
  ),
)
