import type { Content } from '#content/load-content.server.ts'
import { ORIGIN_TOKEN } from '#contracts/origin-token.ts'
import { paths } from '#contracts/paths.ts'

export const organizationOf = ({ site }: Pick<Content, 'site'>) => ({
	'@type': 'EducationalOrganization',
	name: site.name,
	url: ORIGIN_TOKEN + paths.home,
	logo: { '@type': 'ImageObject', url: `${ORIGIN_TOKEN}/icon-512.png` },
})

export const HOME = { name: 'Home', path: paths.home }

/** Builds the JSON-LD of the breadcrumbs from the home page to a page. */
export const trail = (steps: readonly { name: string; path: string }[]) => ({
	'@type': 'BreadcrumbList',
	itemListElement: steps.map(({ name, path }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: ORIGIN_TOKEN + path })),
})
