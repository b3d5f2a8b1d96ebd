import type { Exercise } from '#domain/exercises/exercise.ts'
import type { CourseOutline, ExerciseOutline, ModuleOutline, PieceKind, SectionOutline } from '#domain/progress/measure-course.ts'

import type { TaughtCourse } from './derive-further-courses.ts'
import type { Lesson } from './schema/lesson.ts'
import type { Module } from './schema/module.ts'

type Planned = { sections: readonly { id: string }[]; roadmap: readonly { sectionId: string; minutes: number }[] }

/** Divides a module's minutes among its sections: in proportion to the roadmap's minutes, or equally if it has none. */
export function sectionMinutes({ sections, roadmap }: Planned, moduleMinutes: number): Map<string, number> {
	const planned = roadmap.reduce((sum, { minutes }) => sum + minutes, 0)
	return new Map(
		sections.map(({ id }) => {
			const own = roadmap.filter(({ sectionId }) => sectionId === id).reduce((sum, { minutes }) => sum + minutes, 0)
			return [id, planned > 0 ? (own / planned) * moduleMinutes : moduleMinutes / sections.length]
		}),
	)
}

export type NamedModule = Omit<ModuleOutline, 'sections'> & {
	title: string
	sections: readonly (SectionOutline & { title: string })[]
}

/** True if a section has content: an overview or a lesson. Other sections are shown as not written yet. */
export const isSectionWritten = ({ lessonId }: { lessonId: string | null }, index: number): boolean => index === 0 || lessonId !== null

/**
 * Returns the fields and columns that count towards completing an exercise. Sliders always have a value, so they count only if the exercise
 * has nothing else.
 */
export function outlineExercise({ id, fields, table }: Exercise): ExerciseOutline {
	const columns = table?.columns.map((column) => column.id) ?? []
	const written = fields.filter(({ type }) => type !== 'slider')
	return { id, fields: (written.length + columns.length > 0 ? written : fields).map((field) => field.id), columns }
}

type LessonOutline = Pick<SectionOutline, 'exercises' | 'without'>

export function outlineLesson({ blocks, quiz, task }: Pick<Lesson, 'blocks' | 'quiz' | 'task'>): LessonOutline {
	const without: PieceKind[] = [...(quiz.length === 0 ? ['check' as const] : []), ...(task ? [] : ['task' as const])]
	return { exercises: blocks.exercises.map(outlineExercise), ...(without.length > 0 && { without }) }
}

type Sources = {
	pageOf: (moduleId: number) => Module
	lessonOf: (moduleId: number, lessonId: string) => LessonOutline
}

export const outlineCourse = (
	course: Pick<TaughtCourse, 'certificate' | 'modules'>,
	{ pageOf, lessonOf }: Sources,
): CourseOutline<NamedModule> => ({
	passPercent: course.certificate.passPercent,
	modules: course.modules.map(({ id, title, minutes }) => {
		const page = pageOf(id)
		const minutesOf = sectionMinutes(page, minutes)
		const sections = page.sections.filter(isSectionWritten).map((section) => ({
			id: section.id,
			title: section.title,
			lessonId: section.lessonId,
			milestoneId: section.milestone?.id ?? null,
			...(section.lessonId === null ? { exercises: [] } : lessonOf(id, section.lessonId)),
			minutes: Math.round(minutesOf.get(section.id) ?? 0),
		}))
		return { id, title, sections }
	}),
})
