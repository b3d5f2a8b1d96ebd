import type { Config } from '@react-router/dev/config'

const site: Config = {
	ssr: true,
	buildDirectory: process.env.BUILD_DIR ?? 'build',
	routeDiscovery: { mode: 'initial' },
}

/** The operator console has a separate bundle, so that changing it renames no file of the site (docs/adr/0255). */
const admin: Config = {
	appDirectory: 'app/admin',
	ssr: true,
	buildDirectory: process.env.BUILD_DIR ?? 'build-admin',
	routeDiscovery: { mode: 'initial' },
}

export default process.env.BUILD_APP === 'admin' ? admin : site
