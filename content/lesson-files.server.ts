import { readdirSync } from 'node:fs'

import { nameLessons } from './name-lessons.ts'
import { modulePages } from './public.server.ts'
import type { Module } from './schema/module.ts'

const files = readdirSync(new URL('./course/', import.meta.url), { recursive: true, encoding: 'utf8' })

/** All modules with the lessons of their sections: for the server and scripts. The app finds them at build (section-files.server.ts). */
export const taughtModules: readonly Module[] = modulePages.map((page) =>
	nameLessons(
		page,
		files.map((path) => path.replaceAll('\\', '/')),
	),
)

/** One of them. Throws when there is no such module. */
export function taughtModule(moduleId: number): Module {
	const found = taughtModules.find(({ id }) => id === moduleId)
	if (!found) throw new Error(`There is no module ${moduleId}`)
	return found
}
