import { oncePerContent } from '#content/once-per-content.ts'
import { paths } from '#contracts/paths.ts'
import { chooseRedirect, type RedirectRule } from '#domain/auth/choose-redirect.ts'
import type { ServiceContext } from '#server/services/context.ts'

const sitePaths = oncePerContent(
	({ allModulePages }): ReadonlySet<string> =>
		new Set([
			...Object.values(paths).filter((path) => typeof path === 'string'),
			...allModulePages.map(({ id }) => paths.courseModule(id)),
		]),
)

type Site = Pick<ServiceContext, 'config' | 'content'>

/** Redirect targets that a confirmation link may lead to: fixed paths of the site and the operator's allow list. */
const redirectRule = ({ config, content }: Site): RedirectRule => ({
	siteUrl: config.siteUrl,
	sitePaths: sitePaths(content),
	allowList: config.auth.redirectAllowList,
})

/** Returns the absolute redirect URL of a confirmation, checked against the allow list. */
export const chooseRedirectFor = (site: Site, requested: string | null | undefined) => chooseRedirect(requested, redirectRule(site))
