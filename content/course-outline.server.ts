import type { ModuleOutline } from '#domain/progress/course-progress.ts'

import { course } from './public.server.ts'
import type { Module } from './schema/module.ts'

/** The module's minutes per section: by the roadmap where there is one, else divided equally. */
function sectionMinutes({ sections, roadmap }: Pick<Module, 'sections' | 'roadmap'>, moduleMinutes: number): Map<string, number> {
	const planned = roadmap.reduce((sum, { minutes }) => sum + minutes, 0)
	return new Map(
		sections.map(({ id }) => {
			const own = roadmap.filter(({ sectionId }) => sectionId === id).reduce((sum, { minutes }) => sum + minutes, 0)
			return [id, planned > 0 ? (own / planned) * moduleMinutes : moduleMinutes / sections.length]
		}),
	)
}

export type NamedOutline = Omit<ModuleOutline, 'sections'> & {
	title: string
	sections: readonly (ModuleOutline['sections'][number] & { title: string })[]
}

/** The course as a dashboard needs it: tasks, names and usual duration. */
export const outlineCourse = (pageOf: (moduleId: number) => Module): NamedOutline[] =>
	course.modules.map(({ id, title, minutes }) => {
		const page = pageOf(id)
		const minutesOf = sectionMinutes(page, minutes)
		const sections = page.sections.map((section) => ({
			id: section.id,
			title: section.title,
			lessonId: section.lessonId,
			minutes: Math.round(minutesOf.get(section.id) ?? 0),
		}))
		return { id, title, sections }
	})
