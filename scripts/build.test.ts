import { existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

import { packAssets } from './build.mjs'

test('browser scripts with server code are refused, and the console’s have none', async () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'assets-'))
	writeFileSync(path.join(folder, 'page.js'), 'import "react"')
	await packAssets(folder)
	writeFileSync(path.join(folder, 'page.js'), "import { sql } from 'kysely'")
	await expect(packAssets(folder)).rejects.toThrow('contains server code')

	const scripts = globSync('build-admin/client/**/*.js')
	expect(scripts.length).toBeGreaterThan(5)
	const words = ['selectFrom', 'node:fs', '#server/', 'operator_actions', 'process.env.DATABASE']
	expect(scripts.filter((file) => words.some((word) => readFileSync(file, 'utf8').includes(word)))).toEqual([])
})

type Part = { module: string; imports: readonly string[] }
type Manifest = { url: string; entry: Part; routes: Record<string, Part> }

/** Measures the transfer size; tiny files aren't compressed. */
const weigh = (file: string) => readFileSync(existsSync(`${file}.br`) ? `${file}.br` : file).length

test('no page loads more than 160 kB of script', () => {
	const [file = ''] = globSync('build-admin/client/admin/assets/manifest-*.js')
	const { entry, routes, url } = JSON.parse(readFileSync(file, 'utf8').replace(/^[^{]*|[^}]*$/g, '')) as Manifest
	const shared = [url, entry.module, ...entry.imports]
	const heavy = Object.entries(routes).flatMap(([id, { module, imports }]) => {
		const files = new Set([...shared, routes.root?.module ?? '', ...(routes.root?.imports ?? []), module, ...imports])
		const bytes = [...files].reduce((sum, each) => sum + weigh(`build-admin/client${each}`), 0)
		return bytes > 160_000 || bytes < 60_000 ? [`${id}: ${bytes}`] : []
	})
	expect(heavy).toEqual([])
	expect(Object.keys(routes).length).toBeGreaterThan(4)
})
