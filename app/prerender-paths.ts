import { listArticleSlugs } from '#content/files/article-folder.server.ts'
import { describeOrder } from '#content/files/course-folder.server.ts'
import { listFurtherOffers, listTracks } from '#content/files/page-lists.server.ts'
import { appPaths } from '#contracts/app-paths.ts'
import { NEWSLETTER_STEPS } from '#contracts/newsletter-steps.ts'
import { furtherOfferPath } from '#contracts/offer-path.ts'
import { paths } from '#contracts/paths.ts'
import { PLEDGE_STEPS } from '#contracts/pledge-steps.ts'
import { APPLICATION_STEPS, CONTACT_STEPS } from '#contracts/support-steps.ts'
import { TRACK_IDS } from '#domain/quiz/career-path-quiz.ts'

import routes from './routes.ts'

/** Of every route but those for what is not found. */
export const routePatterns: readonly string[] = routes
	.flatMap((entry) => entry.children ?? [entry])
	.filter(({ id }) => id !== 'not-found' && id !== 'not-found-page')
	.map(({ path, index }) => (index ? '/' : `/${path}`))

/**
 * Pages that exist as HTML files in the build: each route with one address, and those of a route with parts. All other paths answer
 * 404, except the app paths of contracts/app-paths.ts.
 */
export const prerenderPaths: readonly string[] = [
	...routePatterns.filter((pattern) => !pattern.includes(':') && !appPaths.includes(pattern)),
	...describeOrder().modules.map(paths.courseModule),
	...listArticleSlugs().map(paths.article),
	...listFurtherOffers().map(furtherOfferPath),
	...CONTACT_STEPS.map(paths.contactStep),
	...APPLICATION_STEPS.map(paths.careersStep),
	...NEWSLETTER_STEPS.map(paths.newsletterStep),
	...PLEDGE_STEPS.map(paths.pledgeStep),
	...TRACK_IDS.map(paths.careerTrack),
	...listTracks().flatMap(({ id, lessons }) => lessons.map((lesson) => paths.careerLesson(id, lesson.id))),
]
