import type { Module, ModuleSource } from './schema/module.ts'

/**
 * Adds the ID of each section's lesson: `lessonId` if it is set, otherwise the section's ID if a lesson file has that name.
 * @param lessonFiles paths ending in `module-N/lessons/<lesson id>.md`, of any module
 */
export function nameLessons(page: ModuleSource, lessonFiles: readonly string[]): Module {
	const written = new Set(lessonFiles.map((path) => path.split('/').slice(-3).join('/')))
	const isWritten = (id: string) => written.has(`module-${page.id}/lessons/${id}.md`)
	return {
		...page,
		sections: page.sections.map((section) => ({ ...section, lessonId: section.lessonId ?? (isWritten(section.id) ? section.id : null) })),
	}
}
