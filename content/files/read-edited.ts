/**
 * Preloaded by whatever runs on the content (`node --import`): an import of one of its JSON files gives the edited file where
 * there is one. It has to stand before the first such import, since Node links a whole program before it runs any of it.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

import { contentFolder, findEdited } from './overlay.server.ts'

const root = `${pathToFileURL(contentFolder).href}/`

registerHooks({
	load(url, context, next) {
		const edited = url.startsWith(root) && url.endsWith('.json') ? findEdited(decodeURI(url.slice(root.length))) : null
		return edited === null ? next(url, context) : { format: 'json', source: readFileSync(edited), shortCircuit: true }
	},
})
