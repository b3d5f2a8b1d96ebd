import { defineConfig } from 'vite'

import { WORKER_PATH } from './app/lib/kept-names.ts'

/** Service worker for offline modules: one file at the root of the site, so that its scope covers every page. */
export default defineConfig({
	publicDir: false,
	build: {
		target: 'es2022',
		outDir: 'build/client',
		emptyOutDir: false,
		rolldownOptions: { input: 'app/features/offline/offline-worker.ts', output: { format: 'iife', entryFileNames: WORKER_PATH.slice(1) } },
	},
})
