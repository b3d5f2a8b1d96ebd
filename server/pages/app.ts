import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Content } from '#content/load-content.server.ts'
import type { GivenPart } from '#contracts/given-part.ts'

export type App = {
	css: string
	patterns: readonly string[]
	render: (request: Request, content: Content, given?: GivenPart) => Promise<Response>
}

type Bundle = { entry: { module: { createApp: (bundle: Bundle) => App } } }

/** @throws Error if the folder has no complete build */
export async function loadApp(buildDir: string): Promise<App> {
	const file = path.join(buildDir, 'server', 'index.js')
	if (!fs.existsSync(file)) throw new Error(`${buildDir} contains no finished build (run: npm run build)`)
	const bundle = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Bundle
	return bundle.entry.module.createApp(bundle)
}
