import type { ModuleId } from '#domain/gating/check-module-access.ts'

/** Parts of the course that progress entries can refer to. Derived from the content. */
export type CourseCatalog = {
	readonly modules: readonly CatalogModule[]
	/** Personality quizzes with their possible results. */
	readonly quizzes: Readonly<Record<string, readonly string[]>>
}

/** A module. If it has lessons but no sections, like the career path, it can't be completed. */
export type CatalogModule = {
	readonly id: ModuleId
	/** Module to complete first; null if there is none. */
	readonly requires: ModuleId | null
	readonly sectionIds: readonly string[]
	readonly milestones: readonly string[]
	/** Checklists in section texts, with the ids of their items. */
	readonly checklists: readonly { readonly sectionId: string; readonly boxes: readonly string[] }[]
	/** Projects to choose from; may be empty. */
	readonly projects: readonly string[]
	readonly lessons: readonly { readonly id: string; readonly stepCount: number; readonly questionCount: number }[]
}
