import routes from '#app/routes.ts'
import { loadedContent } from '#content/loaded.server.ts'
import { APPLICATION_STEPS, CONTACT_STEPS, NEWSLETTER_STEPS, paths, PLEDGE_STEPS } from '#contracts/paths.ts'
import { pagePaths } from '#server/pages/page-paths.ts'

type Entry = (typeof routes)[number]

const listPatterns = (entries: readonly Entry[]): string[] =>
	entries.flatMap(({ children, index, path }) => (children ? listPatterns(children) : index ? '/' : `/${path}`))

/** Patterns of all routes except the not-found pages. */
export const routePatterns = listPatterns(routes).filter((pattern) => pattern !== '/404' && pattern !== '/*')

/** Paths of all pages that are the same for everyone. */
export const publicPaths = pagePaths(loadedContent, routePatterns)

const ofCareerPath = (parts: number) =>
	publicPaths.filter((path) => path.startsWith(`${paths.careerPath}/`) && path.split('/').length === parts)

const TWINS = new Set([
	...loadedContent.articles.slice(1).map(({ href }) => href),
	...NEWSLETTER_STEPS.slice(1).map(paths.newsletterStep),
	...CONTACT_STEPS.slice(1).map(paths.contactStep),
	...APPLICATION_STEPS.slice(1).map(paths.careersStep),
	...PLEDGE_STEPS.slice(1).map(paths.pledgeStep),
	...ofCareerPath(3).slice(1),
	...ofCareerPath(4).slice(1),
	...loadedContent.course.modules.slice(1).map(({ id }) => paths.courseModule(id)),
])

/** Leaves out pages that differ from another one only in text. The sections of modules 2 to 6 have their own journey. */
export const distinctPaths = publicPaths.filter((path) => !TWINS.has(path))
