import type { Content } from '#content/load-content.server.ts'
import { paths } from '#contracts/paths.ts'
import { isHiddenPage } from '#domain/site/hidden-pages.ts'

import { listFiles } from './files.ts'
import { listLessonPages } from './lesson-pages.ts'

/** Maps a file to the page that shows its text. The editor previews typed text on this page. */
export const PREVIEW_PAGES: Readonly<Record<string, string>> = {
	'marketing/home.json': paths.home,
	'marketing/testimonials.json': paths.home,
	'marketing/activity.json': paths.home,
	'marketing/landing.json': paths.offer,
	'marketing/blog-teasers.json': paths.home,
	'marketing/signup.json': paths.signup,
	'company/about.json': paths.about,
	'company/careers.json': paths.careers,
	'company/claims.json': paths.claims,
	'company/contact.json': paths.contact,
}

/** Pages that the editor doesn't show, for example because a script builds them. */
const OTHER_PAGES: Readonly<Record<string, string>> = {
	'blog.json': paths.blog,
	'library.json': paths.templates,
	'planner.json': paths.weeklyPlanner,
	'tracks.json': paths.careerPath,
	'free-trial/page.json': paths.freeTrial,
	'marketing/claims.json': paths.claims,
	'marketing/payment-pages.json': paths.paymentSuccess,
	'quizzes/hustler.json': paths.hustlerQuiz,
	'quizzes/career-path.json': paths.careerPath,
	'selector/selector.json': paths.incomeSelector,
}

/** Maps files to the URLs of their public pages. A file whose page isn't public, or that has none, is missing. */
export const listPublicAddresses = (content: Content): ReadonlyMap<string, string> =>
	new Map(
		[
			...Object.entries(PREVIEW_PAGES),
			...Object.entries(OTHER_PAGES),
			...content.articles.map(({ id }) => [`articles/${id}.md`, paths.article(id)] as const),
			...content.ownPages.filter(({ isPublic }) => isPublic).map(({ file, address }) => [file, address] as const),
			...content.allTaughtModules.map(({ id }) => [`course/module-${id}/module.json`, paths.courseModule(id)] as const),
			...listLessonPages(content).map(({ file, address }) => [file, address] as const),
			...[paths.terms, paths.privacyPolicy, paths.cookiePolicy].map((page) => [`legal${page}.md`, page] as const),
		].filter(([, address]) => !isHiddenPage(content.site, address)),
	)

/** Lists the addresses of the site's pages with their titles, for fields that hold a link. */
export function listSitePages(content: Content): [address: string, title: string][] {
	const titles = new Map(
		[...listFiles(), ...content.ownPages.map(({ file: path, title }) => ({ path, title }))].map(({ path, title }) => [path, title]),
	)
	const pages = new Map<string, string>()
	for (const [file, address] of listPublicAddresses(content)) if (!pages.has(address)) pages.set(address, titles.get(file) ?? address)
	return [...pages]
}
