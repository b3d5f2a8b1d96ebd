import type { ModuleId } from '#domain/gating/check-module-access.ts'

/** The parts of the course that progress may name. Built from content; rules take it as an argument. */
export type CourseCatalog = {
	readonly modules: readonly CatalogModule[]
	/** Personality quizzes and the results each can have. */
	readonly quizzes: Readonly<Record<string, readonly string[]>>
}

/** A module. One with lessons and no sections, as the career path's, cannot be completed. */
export type CatalogModule = {
	readonly id: ModuleId
	/** The module to complete first; null: none. */
	readonly requires: ModuleId | null
	readonly sectionIds: readonly string[]
	readonly milestones: readonly string[]
	/** Checklists in the texts of sections: the names of their boxes. */
	readonly checklists: readonly { readonly sectionId: string; readonly boxes: readonly string[] }[]
	/** Projects to choose from; may be empty. */
	readonly projects: readonly string[]
	readonly lessons: readonly { readonly id: string; readonly stepCount: number; readonly questionCount: number }[]
}
