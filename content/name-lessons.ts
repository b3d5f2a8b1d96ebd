import type { Module, ModuleSource } from './schema/module.ts'

/**
 * The module with the lesson of each section: the one it names, or the one whose file is named after the section.
 * @param lessonFiles paths that end in `module-N/lessons/<lesson id>.md`, of any module
 */
export function nameLessons(page: ModuleSource, lessonFiles: readonly string[]): Module {
	const written = new Set(lessonFiles.map((path) => path.split('/').slice(-3).join('/')))
	const isWritten = (id: string) => written.has(`module-${page.id}/lessons/${id}.md`)
	return {
		...page,
		sections: page.sections.map((section) => ({ ...section, lessonId: section.lessonId ?? (isWritten(section.id) ? section.id : null) })),
	}
}
