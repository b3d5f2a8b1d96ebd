import type { ContentIssue } from '#content/parse-located.ts'
import { HiddenPagesSchema } from '#content/schema/hidden-pages.ts'
import type { Sources } from '#content/sources.ts'
import { type HideablePage, isHiddenPage } from '#domain/site/hidden-pages.ts'

import { readJson } from './course-files.ts'
import { linksIn, replaceLinks } from './links.ts'
import { readContentStrings } from './references.ts'

/** Files shown by only one page, for each page that can be turned off. */
const FILES: Readonly<Record<HideablePage, RegExp>> = {
	'hustler-quiz': /^quizzes\/hustler\.json$/,
	'income-selector': /^selector\//,
	'career-path': /^(?:tracks\.json|tracks\/.*|quizzes\/career-path\.json)$/,
	'weekly-planner': /^planner\.json$/,
	about: /^company\/about\.json$/,
	careers: /^company\/careers\.json$/,
	'free-trial': /^free-trial\//,
}

/** True for a file that is shown only by one of these pages. */
export const isTextOfPages = (pages: readonly HideablePage[], file: string): boolean => pages.some((page) => FILES[page].test(file))

/** Lists the pages that are turned off; none if site.json is invalid, which the schema check reports. */
export function listHiddenPages(sources: Sources): readonly HideablePage[] {
	const { hiddenPages } = readJson(sources.get('site.json')) as { hiddenPages?: unknown }
	return HiddenPagesSchema.safeParse(hiddenPages).data ?? []
}

function findLinksTo(pages: readonly HideablePage[], file: string, source: string) {
	if (!pages.some((page) => source.includes(`/${page}`))) return []
	const strings = readContentStrings(file, source)
	return strings.flatMap(({ key, value, line }, index) =>
		linksIn({ key, value }).flatMap(([href, ownWords]) => {
			if (!isHiddenPage({ hiddenPages: pages }, href)) return []
			const label = [strings[index - 1], strings[index + 1]].find((near) => near?.key === 'label')?.value ?? ''
			return [{ line, href, words: ownWords || label }]
		}),
	)
}

/** Counts the links of a text to a page. The page's own texts don't count. */
export const countLinksTo = (page: HideablePage, file: string, source: string): number =>
	isTextOfPages([page], file) ? 0 : findLinksTo([page], file, source).length

/** Finds links to pages that are turned off. Texts of such pages don't count. */
export function checkLinksToHidden(file: string, source: string, hiddenPages: readonly HideablePage[]): ContentIssue[] {
	if (isTextOfPages(hiddenPages, file)) return []
	return findLinksTo(hiddenPages, file, source).map(({ line, href, words }) => {
		const link = words === '' ? 'The link' : `“${words}”`
		return { line, message: `${link} leads to ${href}, which is turned off. Change the link, or turn the page on.` }
	})
}

/** Replaces exactly the links that `checkLinksToHidden` finds. */
export const replaceLinksToHidden = (
	file: string,
	source: string,
	{ hiddenPages, to }: { hiddenPages: readonly HideablePage[]; to: string },
): string =>
	isTextOfPages(hiddenPages, file) ? source : replaceLinks(file, source, { isGone: (href) => isHiddenPage({ hiddenPages }, href), to })
