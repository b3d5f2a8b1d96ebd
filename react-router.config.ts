import type { Config } from '@react-router/dev/config'

import { prerenderPaths } from './app/prerender-paths.ts'

const PATIENCE_MS = 180_000
/**
 * React Router gives each page ten seconds and has no setting for it. The first one loads the whole bundle of the server, which
 * takes longer on a busy machine, above all in a build that runs behind everything else (server/adapters/site).
 */
const timeout = AbortSignal.timeout.bind(AbortSignal)
AbortSignal.timeout = (ms) => timeout(ms === 10_000 ? PATIENCE_MS : ms)

const site: Config = {
	ssr: false,
	buildDirectory: process.env.BUILD_DIR ?? 'build',
	prerender: { paths: [...prerenderPaths, '/404'], concurrency: 2 },
}

/** The operator's console, a bundle of its own: a change of it renames no file of the site (docs/decisions/0250). */
const admin: Config = {
	appDirectory: 'app/admin',
	ssr: true,
	buildDirectory: process.env.BUILD_DIR ?? 'build-admin',
	routeDiscovery: { mode: 'initial' },
}

export default process.env.BUILD_APP === 'admin' ? admin : site
