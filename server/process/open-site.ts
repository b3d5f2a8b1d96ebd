import fs from 'node:fs'
import path from 'node:path'

import type { Content } from '#content/load-content.server.ts'
import { appPaths, segmentShapes } from '#contracts/app-paths.ts'
import type { Config } from '#server/config/config.ts'
import { createStaticFiles } from '#server/http/static/static-files.ts'
import type { Deps } from '#server/services/context.ts'
import { comparePromises } from '#server/services/operations/launch-checklist/compare-promises.ts'

import type { StaticFiles } from './app.ts'

/** A sandbox build contains sample figures and testimonials that are not real. */
function requireBuildWithoutSamples(buildDir: string): void {
	if (fs.readFileSync(path.join(buildDir, 'samples.txt'), 'utf8') !== 'none')
		throw new Error('The site was built with samples. Build it for production: NODE_ENV=production npm run build')
}

/** A price or guarantee on a page binds the operator, and the rules would not keep it. */
function requireBuildOfTheseRules(buildDir: string, { lastingPromises }: Content): void {
	const file = path.join(buildDir, 'promises.json')
	const differing = comparePromises(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null, lastingPromises) ?? []
	if (differing.length > 0)
		throw new Error(`The site was built with other promises. Build it again: npm run build (${differing.join('; ')})`)
}

type SiteConfig = Pick<Config, 'siteUrl' | 'hstsIncludesSubdomains' | 'environment' | 'captcha' | 'showsSamples'>

/**
 * The built site. Under `npm run dev` there may be none: then Vite serves the pages and this process the APIs.
 * @throws Error that says: no build, or in production one with samples or with other promises than the rules keep
 */
export function openSite(
	buildDir: string,
	deps: Pick<Deps, 'content'> & { config: SiteConfig; log: Pick<Deps['log'], 'info'> },
): StaticFiles {
	const { config, content, log } = deps
	const { siteUrl, hstsIncludesSubdomains, environment, captcha, showsSamples } = config
	try {
		if (!showsSamples) {
			requireBuildWithoutSamples(buildDir)
			requireBuildOfTheseRules(buildDir, content)
		}
		return createStaticFiles(buildDir, {
			siteUrl,
			hstsIncludesSubdomains,
			appPaths,
			segmentShapes,
			captcha: captcha?.provider ?? null,
		})
	} catch (error) {
		if (environment !== 'development') throw error
		log.info('only the APIs are served', { reason: error instanceof Error ? error.message : String(error) })
		return () => null
	}
}
