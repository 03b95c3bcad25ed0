/** Ids that are made for entities which come without one. SKG-IF has them begin with `otf___`, for "on the fly". */

export const GENERATED_PREFIX = 'otf___'

const GENERATED = new RegExp(`(?:^|[/#])${GENERATED_PREFIX}[^/#]*$`)

/** Whether an id, or the IRI that it became, was made. */
export const isGeneratedId = (id: unknown): boolean => GENERATED.test(String(id))
