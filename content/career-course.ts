import { CAREER_PATH_ID, MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'

import type { TaughtCourse } from './derive-further-courses.ts'
import type { JsonFiles } from './json-files.ts'

export const CAREER_COURSE_ID = 'career-path'

/**
 * Path of a career track lesson.
 * @example tracks/affiliate-marketer/be-found.md
 */
export const TRACK_FILE = /^tracks\/[a-z-]+\/([a-z0-9-]+)\.md$/

/** Returns the module and ID of the career track lesson in a file; null for other files. */
export function placeOfTrackLesson(file: string): { moduleId: number; id: string } | null {
	const [, id] = TRACK_FILE.exec(file) ?? []
	return id === undefined ? null : { moduleId: CAREER_PATH_ID, id }
}

/** Returns the file of a career track lesson; null for lessons of other modules. Lesson IDs are unique across tracks. */
export function trackLessonFile({ careerPath }: JsonFiles, moduleId: number, lessonId: string): string | null {
	const track = careerPath.tracks.find(({ lessons }) => lessons.some(({ id }) => id === lessonId))
	return track && moduleId === CAREER_PATH_ID ? `tracks/${track.id}/${lessonId}.md` : null
}

/** Returns the career tracks as a course. It belongs to the main course and has its own pages instead of module pages. */
export const careerCourse = ({ careerPath, course }: JsonFiles): TaughtCourse => ({
	id: CAREER_COURSE_ID,
	code: CAREER_COURSE_ID,
	title: careerPath.title,
	description: careerPath.description,
	belongsTo: MAIN_COURSE_ID,
	certificate: course.certificate,
	modules: [],
	pages: [],
	// Requires no other module, because module 1 links to it.
	gatedModules: [{ id: CAREER_PATH_ID, requires: null, isFree: false, courseId: CAREER_COURSE_ID, belongsTo: MAIN_COURSE_ID }],
	trackLessons: careerPath.tracks.flatMap(({ id: trackId, title: track, lessons }) =>
		lessons.map((lesson) => ({ moduleId: CAREER_PATH_ID, trackId, track, ...lesson })),
	),
	notEnrolled: course.notEnrolled,
	templates: [],
})
