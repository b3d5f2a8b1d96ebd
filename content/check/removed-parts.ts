import { isJson, LESSON_FILE } from '#content/check-file.ts'
import { nameLessons } from '#content/name-lessons.ts'
import { ModuleSchema, type Section } from '#content/schema/module.ts'
import type { Sources } from '#content/sources.ts'

import { listModuleNumbers, MODULE_FOLDER } from './course-files.ts'
import { oncePerSource } from './once-per-source.ts'

const readModule = oncePerSource((_page, source) => {
	const parsed = ModuleSchema.safeParse(isJson(source) ? JSON.parse(source) : null)
	return parsed.success ? parsed.data : null
})

/** Returns a module's sections with their lessons; none if the module is invalid, which the schema check reports. */
export function readSections(page: string, sources: Sources): readonly Section[] {
	const module = readModule(page, sources.get(page) ?? '')
	const folder = page.slice(0, page.lastIndexOf('/') + 1)
	return module
		? nameLessons(
				module,
				[...sources.keys()].filter((file) => file.startsWith(folder)),
			).sections
		: []
}

/**
 * Leaves out removed modules and lessons, which stay stored so that they can be restored.
 * @param changed files that the release changes; these are never left out, so that a check finds lessons missing in their module
 */
export function withoutRemoved(sources: Sources, changed: ReadonlySet<string>): Sources {
	const listed = new Set(listModuleNumbers(sources))
	const lessons = new Map<string, ReadonlySet<string | null>>()
	const isRemoved = (file: string): boolean => {
		const [, module] = MODULE_FOLDER.exec(file) ?? []
		if (module === undefined || changed.has(file)) return false
		if (!listed.has(Number(module))) return true
		const [, , lesson] = LESSON_FILE.exec(file) ?? []
		if (lesson === undefined) return false
		const known =
			lessons.get(module) ?? new Set(readSections(`course/module-${module}/module.json`, sources).map(({ lessonId }) => lessonId))
		lessons.set(module, known)
		return known.size > 0 && !known.has(lesson)
	}
	return new Map([...sources].filter(([file]) => !isRemoved(file)))
}
