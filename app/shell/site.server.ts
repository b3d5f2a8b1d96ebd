import type { Content } from '#content/load-content.server.ts'
import { isWideLogo, logoOnPage } from '#content/logo.ts'

/** Returns the name to show next to a logo, and the logo. A wide logo already contains the name, so that is empty. */
const toNamedLogo = (logo: string, name: string) => [isWideLogo(logo) ? '' : name, logoOnPage(logo)] as const

export const readSite = ({ course, darkLogo, furtherCourses, logo, notFound, ownPages, site, taughtModules }: Content) => ({
	name: site.name,
	strapline: site.strapline,
	social: site.social,
	supportEmail: site.supportEmail,
	logo: toNamedLogo(logo, site.name),
	...(darkLogo !== null && { darkLogo: toNamedLogo(darkLogo, site.name) }),
	notFound,
	/** Pages of the operator that the footer links to. */
	footerPages: ownPages
		.filter(({ isPublic, isInFooter }) => isPublic && isInFooter)
		.map(({ address: to, title: label }) => ({ to, label })),
	/** Set only if there are several courses, so that a site with one never mentions courses. */
	...(furtherCourses.length > 0 && { hasCourses: true }),
	/** Set only if pages are turned off. */
	...(site.hiddenPages?.length && { hiddenPages: site.hiddenPages }),
	courseOrder: course.modules.map(({ id }) => id),
	projectModule: taughtModules.find(({ projectChoice }) => projectChoice)?.id ?? null,
})
