import { outlineCourse, outlineExercise } from '#content/course-outline.server.ts'
import { readCourseFile } from '#content/files/course-folder.server.ts'
import { taughtModule } from '#content/lesson-files.server.ts'
import { parseLesson } from '#content/parse-lesson.ts'
import type { ExerciseOutline } from '#domain/progress/measure-course.ts'

export { taughtModule }

/** Read while the site is built: no page holds more of a lesson than the names of the fields in its exercises. */
function exercisesOf(moduleId: number, lessonId: string): ExerciseOutline[] {
	const path = `module-${moduleId}/lessons/${lessonId}.md`
	const parsed = parseLesson(readCourseFile(path), { moduleId, id: lessonId })
	if (!parsed.ok) throw new Error(`content/course/${path}: ${parsed.issues.map(({ message }) => message).join('; ')}`)
	return parsed.lesson.blocks.exercises.map(outlineExercise)
}

let known: ReturnType<typeof outlineCourse> | null = null

/** What the course asks, section by section. */
export function courseOutline(): ReturnType<typeof outlineCourse> {
	known ??= outlineCourse({ pageOf: taughtModule, exercisesOf })
	return known
}
