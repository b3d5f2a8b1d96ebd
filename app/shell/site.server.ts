import type { Content } from '#content/load-content.server.ts'
import { isWideLogo, logoOnPage } from '#content/logo.ts'

/** Content shown on every page, and the little that a browser's records must know of the course. */
export const readSite = ({ course, furtherCourses, logo, notFound, site, taughtModules }: Content) => ({
	name: site.name,
	strapline: site.strapline,
	social: site.social,
	supportEmail: site.supportEmail,
	/** The name next to the logo, which a wide one has in it, and the logo. */
	logo: [isWideLogo(logo) ? '' : site.name, logoOnPage(logo)] as const,
	notFound,
	/** Only with several courses, so that an academy with one never mentions courses. */
	...(furtherCourses.length > 0 && { hasCourses: true }),
	courseOrder: course.modules.map(({ id }) => id),
	/** The module in which the learner picks a project, or null. */
	projectModule: taughtModules.find(({ projectChoice }) => projectChoice)?.id ?? null,
})
