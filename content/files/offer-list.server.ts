import { contentFolder, findEdited } from './overlay.server.ts'

type Node = { getBuiltinModule(id: 'node:fs'): { readFileSync(path: string, encoding: 'utf8'): string } }

/**
 * Short names of the offers that have a page of their own: all but the first, whose address is fixed. Like course-folder.server.ts
 * it takes Node's parts from `process`, so that the lists of routes and pages can be made of it.
 */
export function listFurtherOffers(): string[] {
	const { process: node } = globalThis as { process?: Node }
	if (!node) throw new Error('Offers are read by the server and by the build, never by a browser')
	const file = findEdited('offers.json') ?? `${contentFolder}/offers.json`
	const { offers } = JSON.parse(node.getBuiltinModule('node:fs').readFileSync(file, 'utf8')) as { offers: { code: string }[] }
	return offers.slice(1).map(({ code }) => code)
}
