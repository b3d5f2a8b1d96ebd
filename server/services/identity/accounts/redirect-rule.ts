import { content } from '#content/loaded.server.ts'
import { paths } from '#contracts/paths.ts'
import { chooseRedirect, type RedirectRule } from '#domain/auth/choose-redirect.ts'
import type { Config } from '#server/config/config.ts'

const { gatedModules } = content

const SITE_PATHS: ReadonlySet<string> = new Set([
	...Object.values(paths).filter((path) => typeof path === 'string'),
	...gatedModules.map(({ id }) => paths.courseModule(id)),
])

/** Pages that a confirmation may lead to: the site's own fixed paths and the operator's list. */
const redirectRule = (config: Config): RedirectRule => ({
	siteUrl: config.siteUrl,
	sitePaths: SITE_PATHS,
	allowList: config.auth.redirectAllowList,
})

/** Where a confirmation leads, whatever the request asked for: the whole address. */
export const chooseRedirectFor = (config: Config, requested: string | null | undefined) => chooseRedirect(requested, redirectRule(config))
