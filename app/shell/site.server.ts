import type { Content } from '#content/load-content.server.ts'
import { logoOnPage } from '#content/logo.ts'

/** Content shown on every page, and the little that a browser's records must know of the course. */
export const readSite = ({ course, furtherCourses, logo, notFound, site, taughtModules }: Content) => ({
	name: site.name,
	strapline: site.strapline,
	social: site.social,
	supportEmail: site.supportEmail,
	logo: logoOnPage(logo),
	notFound,
	/** Said only where there are several, so that the pages of an academy with one course know nothing of it. */
	...(furtherCourses.length > 0 && { hasCourses: true }),
	courseOrder: course.modules.map(({ id }) => id),
	/** The module in which the learner picks a project, or null. */
	projectModule: taughtModules.find(({ projectChoice }) => projectChoice)?.id ?? null,
})
