/** Ids that are made for entities which come without one. SKG-IF has them begin with `otf___`, for "on the fly". */

export const GENERATED_PREFIX = 'otf___'

export const isGeneratedId = (id: unknown): boolean => String(id).startsWith(GENERATED_PREFIX)
