import { existsSync, globSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { FILE_LIST, WORKER, type FileList } from '#app/lib/kept-names.ts'

const SOURCE = fileURLToPath(new URL('../../app/features/offline/offline-worker.ts', import.meta.url))

/** Writes the service worker where none is kept, and the list of what a page needs when the server cannot be reached. */
export async function writeOfflineFiles(client: string): Promise<void> {
	if (!existsSync(join(client, WORKER))) await buildWorker(client)
	const assets = globSync('assets/*.{js,css,svg,woff2}', { cwd: client }).toSorted()
	const list: FileList = {
		files: assets.map((file) => `/${file}`),
		bytes: assets.reduce((sum, file) => sum + statSync(join(client, file)).size, 0),
	}
	await writeFile(join(client, FILE_LIST), JSON.stringify(list))
}

async function buildWorker(client: string): Promise<void> {
	const { build } = await import('vite')
	await build({
		configFile: false,
		logLevel: 'warn',
		publicDir: false,
		build: {
			target: 'es2022',
			outDir: client,
			emptyOutDir: false,
			rolldownOptions: { input: SOURCE, output: { format: 'iife', entryFileNames: WORKER.slice(1) } },
		},
	})
}
