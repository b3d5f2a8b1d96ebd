import path from 'node:path'

import { appPaths, segmentShapes } from '#contracts/paths.ts'
import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/kernel/logger.ts'
import { loadApp } from '#server/pages/app.ts'
import { readBuiltFiles } from '#server/pages/built-files.ts'
import { createPageServer, type PageServer } from '#server/pages/serve-pages.ts'

export const PROJECT_DIR = path.resolve(import.meta.dirname, '..', '..')
export const BUILD_DIR = path.join(PROJECT_DIR, 'build')

type SiteConfig = Pick<Config, 'siteUrl' | 'hstsIncludesSubdomains' | 'environment' | 'captcha'>

/**
 * Opens the built site; null in development without a build, because Vite serves the pages.
 * @throws Error if there is no build, except in development
 */
export function openPages(config: SiteConfig, log: Pick<Logger, 'info' | 'error'>, buildDir = BUILD_DIR): PageServer | null {
	const { siteUrl, hstsIncludesSubdomains, environment, captcha } = config
	try {
		return createPageServer(() => loadApp(buildDir), readBuiltFiles(buildDir, config), {
			siteUrl,
			hstsIncludesSubdomains,
			// Tests request few pages of many releases, so rendering ahead doesn't pay off.
			rendersAhead: environment !== 'test',
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
