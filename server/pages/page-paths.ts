import type { Content } from '#content/load-content.server.ts'
import {
	APPLICATION_STEPS,
	appPaths,
	CONTACT_STEPS,
	coursePath,
	COURSES_PATH,
	furtherOfferPath,
	NEWSLETTER_STEPS,
	paths,
	PLEDGE_STEPS,
} from '#contracts/paths.ts'

/**
 * Lists pages that are the same for everyone: routes without parameters, and all values of those with parameters. Any other path is a 404,
 * except the app paths of contracts/paths.ts.
 * @param patterns of all routes
 */
export const pagePaths = (
	{
		articles,
		careerPath,
		courses,
		furtherCourses,
		offers,
		ownPages,
	}: Pick<Content, 'articles' | 'careerPath' | 'courses' | 'furtherCourses' | 'offers' | 'ownPages'>,
	patterns: readonly string[],
): readonly string[] => [
	...patterns.filter((pattern) => !/[:*]|^\/404$/.test(pattern) && !appPaths.includes(pattern) && pattern !== COURSES_PATH),
	...courses.flatMap(({ modules }) => modules.map(({ id }) => paths.courseModule(id))),
	...(furtherCourses.length > 0 ? [COURSES_PATH, ...furtherCourses.map(({ id }) => coursePath(id))] : []),
	...articles.map(({ href }) => href),
	...ownPages.filter(({ isPublic }) => isPublic).map(({ address }) => address),
	...offers.slice(1).map(({ code }) => furtherOfferPath(code)),
	...CONTACT_STEPS.map(paths.contactStep),
	...APPLICATION_STEPS.map(paths.careersStep),
	...NEWSLETTER_STEPS.map(paths.newsletterStep),
	...PLEDGE_STEPS.map(paths.pledgeStep),
	...careerPath.tracks.flatMap(({ id, lessons }) => [paths.careerTrack(id), ...lessons.map((lesson) => paths.careerLesson(id, lesson.id))]),
]
