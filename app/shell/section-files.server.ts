import { outlineCourse } from '#content/course-outline.server.ts'
import { nameLessons } from '#content/name-lessons.ts'
import { parseLesson } from '#content/parse-lesson.ts'
import { modulePage } from '#content/public.server.ts'
import type { Module } from '#content/schema/module.ts'
import type { ExerciseOutline } from '#domain/progress/measure-course.ts'

/** Read while the site is built, and only here: no page holds more of them than the names of their fields. */
const lessons = import.meta.glob<string>('/content/course/*/lessons/*.md', { query: '?raw', import: 'default', eager: true })

/** A module with the lessons of its sections. */
export const taughtModule = (moduleId: number): Module => nameLessons(modulePage(moduleId), Object.keys(lessons))

function exercisesOf(moduleId: number, lessonId: string): ExerciseOutline[] {
	const path = `/content/course/module-${moduleId}/lessons/${lessonId}.md`
	const parsed = parseLesson(lessons[path] ?? '', { moduleId, id: lessonId })
	if (!parsed.ok) throw new Error(`${path}: ${parsed.issues.map(({ message }) => message).join('; ')}`)
	return parsed.lesson.blocks.exercises.map(({ id, fields, table }) => ({
		id,
		fields: fields.map((field) => field.id),
		columns: table?.columns.map((column) => column.id) ?? [],
	}))
}

let known: ReturnType<typeof outlineCourse> | null = null

/** What the course asks, section by section. */
export function courseOutline(): ReturnType<typeof outlineCourse> {
	known ??= outlineCourse({ pageOf: taughtModule, exercisesOf })
	return known
}
