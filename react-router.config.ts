import type { Config } from '@react-router/dev/config'

import { prerenderPaths } from './app/prerender-paths.ts'

export default {
	ssr: false,
	buildDirectory: process.env.BUILD_DIR ?? 'build',
	prerender: { paths: [...prerenderPaths, '/404'], concurrency: 2 },
} satisfies Config
