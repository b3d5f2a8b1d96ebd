import { paths } from '#contracts/paths.ts'

/** The eight articles of the blog (spec A §2, B §2; DECISIONS, Routes: two slugs are ours). Links to others lead nowhere. */
const ARTICLE_SLUGS = [
	'free-tools-digital-product',
	'start-making-money-online-beginner',
	'why-people-fail-passive-income',
	'free-tools-online-business',
]

const KNOWN: ReadonlySet<string> = new Set([
	...Object.values(paths).filter((path) => typeof path === 'string'),
	...[1, 2, 3, 4, 5, 6].map((moduleId) => paths.courseModule(moduleId)),
	...ARTICLE_SLUGS.map((slug) => paths.article(slug)),
])

/** Does `href`, a path of this site with or without query and fragment, lead to a page of contracts/paths.ts? */
export const isKnownPath = (href: string): boolean => KNOWN.has(href.replace(/[?#].*$/, ''))
