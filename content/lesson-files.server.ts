import { listCourseFiles } from './files/course-folder.server.ts'
import { nameLessons } from './name-lessons.ts'
import { modulePages } from './public.server.ts'
import type { Module } from './schema/module.ts'

const files = listCourseFiles()

/** All modules in the order of the course, with the lessons of their sections. */
export const taughtModules: readonly Module[] = modulePages.map((page) => nameLessons(page, files))

/** One of them. Throws when there is no such module. */
export function taughtModule(moduleId: number): Module {
	const found = taughtModules.find(({ id }) => id === moduleId)
	if (!found) throw new Error(`There is no module ${moduleId}`)
	return found
}
