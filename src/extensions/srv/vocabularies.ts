/**
 * The names of the vocabularies of services, as published at https://vocabs.sshopencloud.eu/, and other
 * spellings of them that the service extension and its data have.
 */

import { words } from '../../model/values/words.ts'

export const audiences =
  words(`citizenScientist dataCreator dataEngineer dataProvider dataSteward privateSectorAndIndustry
  public repository researcher researchFunderAndPolicyMaker researchLibrary researchSupport
  serviceProvider student trainer`)

export const invocationTypes =
  words(`commandLine commandProcessor instructionPage library localApplication restfulWebservice
  restfullWebservice script sourceCode webApplication`)

const statuses =
  words(`alpha beta concept design discovery implementation in_containment operation other planned
  preparation production retirement termination`)

/** With the technology readiness levels, which are written in the same place. */
export const lifeCycleStatuses = [
  ...statuses.map((status) => `life_cycle_status-${status}`),
  ...statuses.map((status) => `life_cycle_status_${status}`),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => `TRL${level}`),
]

/** Regions, and two countries whose code is none of ISO 3166-1; other countries have that code. */
export const regions = ['ww', 'eo', 'eu', 'ez', 'ah', 'ot', 'el', 'uk'] as const
