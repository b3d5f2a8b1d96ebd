import path from 'node:path'

import { appPaths, segmentShapes } from '#contracts/app-paths.ts'
import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/kernel/logger.ts'
import { loadApp } from '#server/pages/app.ts'
import { readBuiltFiles } from '#server/pages/built-files.ts'
import { createPages, type SitePages } from '#server/pages/serve-pages.ts'

export const PROJECT_DIR = path.resolve(import.meta.dirname, '..', '..')
export const BUILD_DIR = path.join(PROJECT_DIR, 'build')

type SiteConfig = Pick<Config, 'siteUrl' | 'hstsIncludesSubdomains' | 'environment' | 'captcha'>

/**
 * The pages of the built site. Under `npm run dev` there may be no build: then Vite serves the pages and this process the APIs.
 * @throws Error that says: no build
 */
export function openPages(config: SiteConfig, log: Pick<Logger, 'info' | 'error'>, buildDir = BUILD_DIR): SitePages | null {
	const { siteUrl, hstsIncludesSubdomains, environment, captcha } = config
	try {
		return createPages(() => loadApp(buildDir), readBuiltFiles(buildDir, config), {
			siteUrl,
			hstsIncludesSubdomains,
			appPaths,
			segmentShapes,
			captcha: captcha?.provider ?? null,
			log,
		})
	} catch (error) {
		if (environment !== 'development') throw error
		log.info('only the APIs are served', { reason: error instanceof Error ? error.message : String(error) })
		return null
	}
}
