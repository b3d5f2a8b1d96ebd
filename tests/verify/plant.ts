import fs from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

type Patch = { file: string; from: string; to: string }

/**
 * Loaded with `node --import` before the program: changes the program's files as they are loaded, as the PLANTED variable says.
 * Nothing is written to disk.
 */
const root = path.resolve(import.meta.dirname, '..', '..')
const patches = new Map<string, Patch[]>()
for (const patch of JSON.parse(process.env['PLANTED'] ?? '[]') as Patch[]) {
	const url = pathToFileURL(path.join(root, patch.file)).href
	patches.set(url, [...(patches.get(url) ?? []), patch])
}

registerHooks({
	load(url, context, nextLoad) {
		const loaded = nextLoad(url, context)
		const found = patches.get(url)
		if (!found) return loaded
		let source = fs.readFileSync(new URL(url), 'utf8')
		for (const { file, from, to } of found) {
			if (source.split(from).length !== 2) throw new Error(`${file} has not exactly one: ${from}`)
			source = source.replace(from, () => to)
		}
		return { ...loaded, source }
	},
})
