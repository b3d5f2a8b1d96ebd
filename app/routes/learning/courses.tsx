import { fromContent, orNotFound } from '#app/content.server.ts'
import { CourseCard } from '#app/features/courses/course-card.tsx'
import { useExercises } from '#app/features/exercises/use-exercises.ts'
import { useProgress } from '#app/features/progress/progress-store.ts'
import { useEntitlement } from '#app/features/progress/use-entitlement.ts'
import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { useUserId } from '#app/lib/stored-session.ts'
import { introduceCourse, listCoursesBelongingTo, listOffersOf } from '#app/shell/contained-courses.server.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import type { Content } from '#content/load-content.server.ts'
import { COURSES_PATH } from '#contracts/paths.ts'
import { measureCourseProgress } from '#domain/progress/measure-course.ts'

import type { Route } from './+types/courses.ts'

/**
 * Lists the courses that are sold separately; those that belong to another one (`belongsTo`) are listed under it.
 * @throws a 404 response on a site with only the main course
 */
const listSold = ({ courses, furtherCourses }: Content) =>
	orNotFound(furtherCourses.length > 0 ? courses.filter(({ belongsTo }) => belongsTo === null) : null)

export const loader = fromContent((content) => ({
	courses: listSold(content).map((course) => ({
		...introduceCourse(content, course),
		moduleCount: course.modules.length,
		gated: course.gatedModules.filter(({ isFree }) => !isFree),
		offers: listOffersOf(content, course),
		outline: content.outlineOf(course),
		belonging: listCoursesBelongingTo(content, course),
	})),
}))

const DESCRIPTION = 'All our courses, what they teach and what they cost.'

export const meta = ({ matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: 'Courses', description: DESCRIPTION, path: COURSES_PATH })

export default function CoursesRoute({ loaderData: { courses } }: Route.ComponentProps) {
	useProgressSync()
	const { entries } = useProgress()
	const { items: exercises } = useExercises()
	const entitlementOf = useEntitlement(useUserId(), true)
	return (
		<div className="page pt-12 pb-20">
			<h1 className="text-4xl">Courses</h1>
			<p className="mt-4 mb-10 max-w-read text-lg">{DESCRIPTION}</p>
			<ul>
				{courses.map((course) => (
					<CourseCard
						key={course.id}
						course={course}
						isHeld={course.gated.some((module) => entitlementOf(module) === 'held')}
						percent={measureCourseProgress(course.outline, { entries, exercises }).percent}
					/>
				))}
			</ul>
		</div>
	)
}
