import routes from '#app/routes.ts'
import { content } from '#content/loaded.server.ts'
import { pagePaths } from '#server/pages/page-paths.ts'

type Entry = (typeof routes)[number]

const listPatterns = (entries: readonly Entry[]): string[] =>
	entries.flatMap(({ children, index, path }) => (children ? listPatterns(children) : index ? '/' : `/${path}`))

/** The pattern of every route but those for what is not found. */
export const routePatterns = listPatterns(routes).filter((pattern) => pattern !== '/404' && pattern !== '/*')

/** The address of every page that is the same for everyone. */
export const publicPaths = pagePaths(content, routePatterns)
