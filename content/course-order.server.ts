import { CAREER_PATH } from '#domain/gating/check-lesson-access.ts'
import { findModule, type GatedModule } from '#domain/gating/check-module-access.ts'

import { course } from './public.server.ts'

/** The modules of the course in their order, with what their gates need to know. */
export const gatedModules: readonly GatedModule[] = course.modules.map(({ id, gate, free }) => ({
	id,
	requires: gate?.requires ?? null,
	isFree: free === true,
}))

/** The one that a number or a piece of a URL names, or null. */
export const findGatedModule = (value: number | string): GatedModule | null => findModule(gatedModules, value)

/** The module, or the career path, whose lessons a number or a piece of a URL names, or null. */
export const findLessonHome = (value: number | string): GatedModule | null => findModule([...gatedModules, CAREER_PATH], value)

/** One that the course has. Throws when it does not. */
export function gatedModule(moduleId: number): GatedModule {
	const found = findGatedModule(moduleId)
	if (!found) throw new Error(`There is no module ${moduleId}`)
	return found
}
