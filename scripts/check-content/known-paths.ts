import { listArticleSlugs } from '#content/files/article-folder.server.ts'
import { listFurtherOffers, listTracks } from '#content/files/page-lists.server.ts'
import { furtherOfferPath } from '#contracts/offer-path.ts'
import { paths } from '#contracts/paths.ts'

const KNOWN: ReadonlySet<string> = new Set([
	...Object.values(paths).filter((path) => typeof path === 'string'),
	...listArticleSlugs().map((slug) => paths.article(slug)),
	...listFurtherOffers().map(furtherOfferPath),
	...listTracks().flatMap(({ id, lessons }) => [paths.careerTrack(id), ...lessons.map((lesson) => paths.careerLesson(id, lesson.id))]),
])

/**
 * Whether `href`, a path of this site with or without query and fragment, leads to a page of contracts/paths.ts.
 * @param modules numbers of the modules of the course
 */
export function isKnownPath(href: string, modules: readonly number[]): boolean {
	const path = href.replace(/[?#].*$/, '')
	return KNOWN.has(path) || modules.some((moduleId) => path === paths.courseModule(moduleId))
}
