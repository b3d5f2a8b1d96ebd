import careerPath from '#content/tracks.json' with { type: 'json' }
import { ARTICLE_SLUGS } from '#contracts/article-slugs.ts'
import { paths } from '#contracts/paths.ts'

const KNOWN: ReadonlySet<string> = new Set([
	...Object.values(paths).filter((path) => typeof path === 'string'),
	...[1, 2, 3, 4, 5, 6].map((moduleId) => paths.courseModule(moduleId)),
	...ARTICLE_SLUGS.map((slug) => paths.article(slug)),
	...careerPath.tracks.flatMap(({ id, lessons }) => [paths.careerTrack(id), ...lessons.map((lesson) => paths.careerLesson(id, lesson.id))]),
])

/** Whether `href`, a path of this site with or without query and fragment, leads to a page of contracts/paths.ts. */
export const isKnownPath = (href: string): boolean => KNOWN.has(href.replace(/[?#].*$/, ''))
