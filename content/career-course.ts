import { CAREER_PATH_ID, MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'

import type { TaughtCourse } from './derive-further-courses.ts'
import type { JsonFiles } from './json-files.ts'

export const CAREER_COURSE_ID = 'career-path'

/** A lesson of the career tracks. @example tracks/affiliate-marketer/be-found.md */
export const TRACK_FILE = /^tracks\/[a-z-]+\/([a-z0-9-]+)\.md$/

/** The lesson in a file of the career tracks; null for another file. */
export function placeOfTrackLesson(file: string): { moduleId: number; id: string } | null {
	const [, id] = TRACK_FILE.exec(file) ?? []
	return id === undefined ? null : { moduleId: CAREER_PATH_ID, id }
}

/** The file of a lesson of the career tracks; null for a lesson of another module. Ids of these lessons differ, also between tracks. */
export function trackLessonFile({ careerPath }: JsonFiles, moduleId: number, lessonId: string): string | null {
	const track = careerPath.tracks.find(({ lessons }) => lessons.some(({ id }) => id === lessonId))
	return track && moduleId === CAREER_PATH_ID ? `tracks/${track.id}/${lessonId}.md` : null
}

/** The career tracks as one course. It belongs to the main course and has separate pages instead of module pages. */
export const careerCourse = ({ careerPath, course }: JsonFiles): TaughtCourse => ({
	id: CAREER_COURSE_ID,
	code: CAREER_COURSE_ID,
	title: careerPath.title,
	description: careerPath.description,
	belongsTo: MAIN_COURSE_ID,
	certificate: course.certificate,
	modules: [],
	pages: [],
	// It comes after no module, since module 1 leads to it.
	gatedModules: [{ id: CAREER_PATH_ID, requires: null, isFree: false, courseId: CAREER_COURSE_ID, belongsTo: MAIN_COURSE_ID }],
	trackLessons: careerPath.tracks.flatMap(({ id: trackId, title: track, lessons }) =>
		lessons.map((lesson) => ({ moduleId: CAREER_PATH_ID, trackId, track, ...lesson })),
	),
	notEnrolled: course.notEnrolled,
	templates: [],
})
