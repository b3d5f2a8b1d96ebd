import type { Sources } from '#content/sources.ts'
import { COURSES_PATH, coursePath } from '#contracts/course-paths.ts'
import { furtherOfferPath } from '#contracts/offer-path.ts'
import { paths } from '#contracts/paths.ts'
import { readMediaAddress } from '#domain/media/media-address.ts'

import { listFurtherCourses, listModules, readJson } from './course-files.ts'

type Listed = { offers?: { code: string }[]; tracks?: { id: string; lessons: { id: string }[] }[] }

/** Calls `read`; returns an empty list if it throws, because the schema check reports the errors of an invalid file. */
function list<T>(read: () => T[]): T[] {
	try {
		return read()
	} catch {
		return []
	}
}

/**
 * Returns a function that checks if a path of this site, with or without query and fragment, leads to a page or to the media
 * library.
 * @param sources content files, which determine articles, offers, tracks and modules
 */
export function findKnownPaths(sources: Sources): (href: string) => boolean {
	const slugs = [...sources.keys()].flatMap((file) => /^articles\/(.+)\.md$/.exec(file)?.[1] ?? [])
	const { offers = [] } = readJson(sources.get('offers.json')) as Listed
	const further = listFurtherCourses(sources)
	const { tracks = [] } = readJson(sources.get('tracks.json')) as Listed
	const known: ReadonlySet<string> = new Set([
		...Object.values(paths).filter((path) => typeof path === 'string'),
		...slugs.map((slug) => paths.article(slug)),
		...list(() => offers.slice(1).map(({ code }) => furtherOfferPath(code))),
		...list(() =>
			tracks.flatMap(({ id, lessons }) => [paths.careerTrack(id), ...lessons.map((lesson) => paths.careerLesson(id, lesson.id))]),
		),
		...listModules(sources).map((moduleId) => paths.courseModule(moduleId)),
		...(further.length === 0 ? [] : [COURSES_PATH, ...further.map(coursePath)]),
	])
	// Media paths aren't looked up: they are in the database, and media in use can't be deleted.
	return (href) => known.has(href.replace(/[?#].*$/, '')) || readMediaAddress(href) !== null
}
