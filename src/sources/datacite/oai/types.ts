/** Kinds of resources as COAR, info:eu-repo and repositories call them → those of DataCite. */

import { byName } from '../../../model/conversion/json.ts'
import { byWord } from '../../../model/values/collections.ts'
import { foldText } from '../../../load/linking/names.ts'
import { productTypes, typeWords } from '../tables.ts'

/** By the last part of the IRI of COAR. */
const coarTypes = byWord({
  JournalArticle: 'c_6501 c_2df8fbb1 c_dcae04bc c_3e5a c_b239 c_545b c_7bab c_998f c_99f5',
  DataPaper: 'c_beb9',
  Journal: 'c_0640 c_2659',
  ConferencePaper: 'c_5794 c_c94f R60J-J5BD',
  ConferenceProceeding: 'c_f744',
  Poster: 'c_6670 c_18co',
  Presentation: 'c_8544',
  Preprint: 'c_816b',
  Book: 'c_2f33',
  BookChapter: 'c_3248',
  Dissertation: 'c_46ec c_db06 c_bdcc c_7a1f',
  Report: `c_93fc c_8042 c_18gh c_18ws c_18hj c_18op c_186u c_18wq c_18ww c_18wz c_ba1f`,
  PeerReview: 'H9BQ-739P',
  OutputManagementPlan: 'c_ab20',
  Dataset: 'c_ddb1',
  Image: 'c_c513 c_ecc8',
  Software: 'c_5ce6',
  Workflow: 'c_393c',
  Audiovisual: 'c_8a7e c_12ce',
  Sound: 'c_18cc c_18cd',
  InteractiveResource: 'c_26e4 c_e9a0 c_7ad9',
  Text: 'c_18cf c_efa0 c_ba08 c_baaf c_86bc c_0857 c_6947',
  Other: 'c_1843',
})

/** By the letters of what it is called, where that is not the word of DataCite. */
const otherWords = byWord({
  JournalArticle: `article researcharticle reviewarticle journalcontribution contributiontojournal
  contributiontoperiodical lettertotheeditor editorial scholarlyarticle`,
  ConferencePaper: 'conferenceobject conferenceitem conferencecontribution conferenceoutput inproceedings',
  ConferenceProceeding: 'conferenceproceedings proceedings',
  Poster: 'conferenceposter conferencepaperposter',
  Presentation: 'lecture conferencepresentation',
  Book: 'monograph editedbook',
  BookChapter: 'bookpart booksection chapter',
  Dissertation: `thesis doctoralthesis masterthesis mastersthesis bachelorthesis bachelorsthesis phdthesis
  thesisordissertation`,
  Report: `workingpaper technicalreport researchreport projectdeliverable internalreport externalreport
  reportpart policyreport`,
  OutputManagementPlan: 'datamanagementplan',
  Journal: 'periodical',
  Dataset: 'data researchdata',
  Image: 'stillimage figure picture photo drawing',
  Software: 'sourcecode researchsoftware computerprogram',
  Audiovisual: 'video movingimage film',
  Sound: 'audio musicalrecording',
  InteractiveResource: 'learningobject website',
  Text: 'literature review bookreview annotation researchproposal manuscript',
  Other: 'patent plan map otherresearchproduct',
})

const types = byName<string>({
  ...typeWords,
  ...otherWords,
  ...Object.fromEntries(Object.keys(productTypes).map((type) => [type.toLowerCase(), type])),
})

/** The kind in the words of DataCite, of an IRI or a word; undefined if it is not known. */
export function typeOf(text: string | undefined): string | undefined {
  const last = /[^/#]*\/?$/.exec(text ?? '')?.[0] ?? ''
  return coarTypes[last] ?? types[foldText(last)]
}
