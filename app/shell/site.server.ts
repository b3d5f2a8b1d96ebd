import type { Content } from '#content/load-content.server.ts'
import { isWideLogo, logoOnPage } from '#content/logo.ts'

export const readSite = ({ course, furtherCourses, logo, notFound, site, taughtModules }: Content) => ({
	name: site.name,
	strapline: site.strapline,
	social: site.social,
	supportEmail: site.supportEmail,
	/** Logo, and the name next to it. A wide logo already contains the name, so that is empty. */
	logo: [isWideLogo(logo) ? '' : site.name, logoOnPage(logo)] as const,
	notFound,
	/** Set only if there are several courses, so that a site with one never mentions courses. */
	...(furtherCourses.length > 0 && { hasCourses: true }),
	courseOrder: course.modules.map(({ id }) => id),
	projectModule: taughtModules.find(({ projectChoice }) => projectChoice)?.id ?? null,
})
